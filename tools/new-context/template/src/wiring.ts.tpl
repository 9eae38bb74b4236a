import type { Clock } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import { Typeorm{{Context}}Transactions } from './adapters/typeorm/typeorm-{{context}}-transactions.ts';
import { Add{{Object}} } from './application/add-{{object}}.ts';

/** The context's use cases, wired without NestJS. */
export function wire{{Context}}(database: Database, clock: Clock) {
  const transactions = new Typeorm{{Context}}Transactions(database);
  return { add{{Object}}: new Add{{Object}}(transactions, clock) };
}
