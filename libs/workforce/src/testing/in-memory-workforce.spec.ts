import { InMemoryWorkforce } from './in-memory-workforce.ts';
import { describeWorkforcePorts } from './workforce.contract.ts';

describeWorkforcePorts('the in-memory fakes', async () => ({
  transactions: new InMemoryWorkforce(),
  own: 'own',
  other: 'other',
  storedPhoto: async () => 'a photo',
}));
