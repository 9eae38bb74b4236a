import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/platform';
import { Module } from '@nestjs/common';
import { Sql{{Context}}Transactions } from './adapters/typeorm/sql-{{context}}-transactions.ts';
import { Add{{Object}} } from './application/add-{{object}}.ts';
import { {{Context}}Transactions } from './application/ports.ts';

@Module({
  providers: [
    {
      provide: {{Context}}Transactions,
      inject: [Database],
      useFactory: (database: Database) => new Sql{{Context}}Transactions(database),
    },
    {
      provide: Add{{Object}},
      inject: [{{Context}}Transactions, Clock],
      useFactory: (transactions: {{Context}}Transactions, clock: Clock) => new Add{{Object}}(transactions, clock),
    },
  ],
  exports: [Add{{Object}}],
})
export class {{Context}}Module {}
