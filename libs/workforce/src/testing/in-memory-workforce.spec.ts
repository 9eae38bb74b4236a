import { InMemoryWorkforce } from './in-memory-workforce.ts';
import { describeWorkforceTransactions } from './workforce-transactions.contract.ts';

describeWorkforceTransactions('the one in memory', async () => ({
  transactions: new InMemoryWorkforce(),
  own: 'own',
  other: 'other',
  storedPhoto: async () => 'a photo',
}));
