export { type AgronomyPorts, describeAgronomyPorts } from './agronomy.contract.ts';
export { aProject, aSector, square } from './builders.ts';
export { InMemoryFarmRepository } from './in-memory-farm-repository.ts';
export { InMemoryPhytosanitary, type FarmOfScouts } from './in-memory-phytosanitary.ts';
export { aResponse, aScoutedRecord, type ScoutedRecord, talliesOf } from './scouting.ts';
