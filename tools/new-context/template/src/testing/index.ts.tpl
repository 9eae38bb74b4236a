export { describe{{Context}}Ports, type TwoCompanies } from './{{context}}.contract.ts';
export { InMemory{{Context}} } from './in-memory-{{context}}.ts';
