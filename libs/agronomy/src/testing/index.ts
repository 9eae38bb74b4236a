export { aProject, aSector, square } from './builders.ts';
export { describeFarmRegistry, type FarmTransactions } from './farm-registry.contract.ts';
export { InMemoryFarmRegistry } from './in-memory-farm-registry.ts';
