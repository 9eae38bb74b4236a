import type { Database, Transaction } from '@furrow/database';
import type { Clock } from '@furrow/kernel';
import { TypeormRestRuleRepository } from './adapters/typeorm/typeorm-rest-rule-repository.ts';
import { TypeormSafetyTransactions } from './adapters/typeorm/typeorm-safety-transactions.ts';
import { ApplyRestRules } from './application/apply-rest-rules.ts';
import { ListDueRests } from './application/list-due-rests.ts';
import { NoteDueRests } from './application/note-due-rests.ts';
import { ReadRest } from './application/read-rest.ts';

/** The context's use cases, wired without NestJS. */
export function wireSafety(database: Database, clock: Clock) {
  const transactions = new TypeormSafetyTransactions(database);
  return {
    readRest: new ReadRest(transactions, clock),
    listDueRests: new ListDueRests(transactions),
    noteDueRests: new NoteDueRests(transactions, clock),
  };
}

/** The use cases of the farm file, within one transaction that several contexts share. */
export function wireSafetyIn(tx: Transaction) {
  return { applyRestRules: new ApplyRestRules(new TypeormRestRuleRepository(tx)) };
}
