import { describeFarmRepository } from './farm-repository.contract.ts';
import { InMemoryFarmRepository } from './in-memory-farm-repository.ts';

describeFarmRepository('the in-memory fakes', async () => {
  const [own, other] = [new InMemoryFarmRepository(), new InMemoryFarmRepository()];
  return { run: (work) => work(own), elsewhere: (work) => work(other) };
});
