export { aShift, aWorkerDraft, OPTIONS } from './builders.ts';
export { InMemoryWorkforce } from './in-memory-workforce.ts';
export { describeWorkforceTransactions, type TwoCompanies } from './workforce-transactions.contract.ts';
