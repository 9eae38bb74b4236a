export { aShift, aWorkerDraft, OPTIONS } from './builders.ts';
export { InMemoryWorkforce } from './in-memory-workforce.ts';
export { describeWorkforcePorts, type TwoCompanies } from './workforce.contract.ts';
