export { describe{{Context}}Transactions, type TwoCompanies } from './{{context}}-transactions.contract.ts';
export { InMemory{{Context}} } from './in-memory-{{context}}.ts';
