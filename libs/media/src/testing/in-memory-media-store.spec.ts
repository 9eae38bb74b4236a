import type { Transaction } from '@furrow/database';
import { InMemoryMediaStore } from './in-memory-media-store.ts';
import { describeMediaStore } from './media-store.contract.ts';

describeMediaStore('the one in memory', async () => {
  const store = new InMemoryMediaStore();
  return {
    store,
    transaction: (companyId, work) => work({ companyId } as Transaction),
    fetch: async (url) => store.stored.get(url.replace('memory:', ''))?.content,
  };
});
