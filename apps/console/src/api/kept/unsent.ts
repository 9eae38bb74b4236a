import { IndexedDbStore } from '@furrow/client';

/** Where a user's outbox is stored. */
export const storeOfOutbox = (userId: string): IndexedDbStore =>
  new IndexedDbStore(`furrow-console-${userId}`);

/** Deletes what is in a user's outbox. @returns how many items the server does not have; 0 in a browser without storage */
export async function discardUnsent(userId: string): Promise<number> {
  try {
    // The database itself may be open in other tabs, for which deleting it would have to wait.
    const store = storeOfOutbox(userId);
    const entries = await store.load();
    await store.remove(entries.map(({ id }) => id));
    return entries.filter((entry) => 'state' in entry && entry.state !== 'opened').length;
  } catch {
    return 0;
  }
}
