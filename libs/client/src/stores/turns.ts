/** The part of the Web Locks API used here; browsers have it on pages from HTTPS or localhost. */
interface LockManager {
  request<T>(name: string, options: { signal?: AbortSignal }, work: () => Promise<T>): Promise<T>;
}

/** The last call for each name in this process, for platforms without Web Locks. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Runs `work` while no other call with this name runs, in this tab or in another one of the same origin. A tab that
 * ends releases its lock. Without Web Locks only calls of this tab are serialized.
 * @throws if the signal aborts before it is its turn
 */
export async function inTurn<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const { navigator } = globalThis as { navigator?: { locks?: LockManager } };
  if (navigator?.locks) return navigator.locks.request(name, { ...(signal && { signal }) }, work);
  const before = turns.get(name) ?? Promise.resolve();
  const own = before.then(() => {
    if (signal?.aborted) throw new Error('The caller gave it up before it was its turn.');
    return work();
  });
  const settled = own.then(
    () => undefined,
    () => undefined,
  );
  turns.set(name, settled);
  void settled.then(() => turns.get(name) === settled && turns.delete(name));
  return own;
}
