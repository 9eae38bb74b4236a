export { aProject, aSector, square } from './builders.ts';
export { describeFarmRepository, type FarmTransactions } from './farm-repository.contract.ts';
export { InMemoryFarmRepository } from './in-memory-farm-repository.ts';
export { InMemoryPhytosanitary, type FarmOfScouts } from './in-memory-phytosanitary.ts';
export { describePhytosanitaryQueries, type ScoutedFarm } from './phytosanitary.contract.ts';
export { aResponse, aScoutedRecord, type ScoutedRecord, talliesOf } from './scouting.ts';
