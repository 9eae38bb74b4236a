/** Browsers have it on pages from HTTPS or localhost, and old ones not all of it. */
const storage = (): Partial<StorageManager> | undefined => (navigator as Partial<Navigator>).storage;

/** Whether the browser has promised not to delete what this page stores; undefined where it cannot tell. */
export async function isPersisted(): Promise<boolean | undefined> {
  return storage()?.persisted?.();
}

/** Asks the browser for that promise. */
export async function persist(): Promise<boolean | undefined> {
  return storage()?.persist?.();
}

/** Bytes that are left for this page; undefined where the browser cannot tell. */
export async function bytesLeft(): Promise<number | undefined> {
  const { quota, usage } = (await storage()?.estimate?.()) ?? {};
  return quota === undefined || usage === undefined ? undefined : quota - usage;
}
