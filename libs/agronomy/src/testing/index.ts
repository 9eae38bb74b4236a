export { aProject, aSector, square } from './builders.ts';
export { describeFarmRegistry, type FarmTransactions } from './farm-registry.contract.ts';
export { InMemoryFarmRegistry } from './in-memory-farm-registry.ts';
export { InMemoryPhytosanitary, type FarmOfScouts } from './in-memory-phytosanitary.ts';
export { describePhytosanitaryReadings, type ScoutedFarm } from './phytosanitary.contract.ts';
export { aResponse, aScoutedRecord, type ScoutedRecord, talliesOf } from './scouting.ts';
