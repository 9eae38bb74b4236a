import { describe{{Context}}Transactions } from './{{context}}-transactions.contract.ts';
import { InMemory{{Context}} } from './in-memory-{{context}}.ts';

describe{{Context}}Transactions('the one in memory', async () => ({
  transactions: new InMemory{{Context}}(),
  own: 'own',
  other: 'other',
}));
