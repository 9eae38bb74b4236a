import { InMemoryAccess } from './in-memory-access.ts';
import { describeAccessPorts } from './access.contract.ts';

describeAccessPorts('the in-memory fakes', async () => ({
  ports: new InMemoryAccess(),
  close: async () => undefined,
}));
