import { describeFarmRegistry } from './farm-registry.contract.ts';
import { InMemoryFarmRegistry } from './in-memory-farm-registry.ts';

describeFarmRegistry('the one in memory', async () => {
  const [own, other] = [new InMemoryFarmRegistry(), new InMemoryFarmRegistry()];
  return { run: (work) => work(own), elsewhere: (work) => work(other) };
});
