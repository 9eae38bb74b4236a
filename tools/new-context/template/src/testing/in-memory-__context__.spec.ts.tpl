import { describe{{Context}}Ports } from './{{context}}.contract.ts';
import { InMemory{{Context}} } from './in-memory-{{context}}.ts';

describe{{Context}}Ports('the in-memory fakes', async () => ({
  transactions: new InMemory{{Context}}(),
  own: 'own',
  other: 'other',
}));
