import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;
const TOUCH_EVERY_MS = 5_000;
/** A holder on another machine that has not touched its file for this long is considered dead. */
const STILL_MS = 30_000;

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** A file may be empty after a power cut. */
const UNREADABLE: Holder = { pid: 0, host: '', token: '' };

/**
 * Runs `work` while this process holds the lock file at `path`. If two processes find that a holder has ended, one of
 * them takes over. If the clocks of two machines on a network drive differ by more than half a minute, both may run at
 * once.
 * @throws if the signal aborts before the lock is acquired
 */
export async function withLockFile<T>(
  path: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const own: Holder = { pid: process.pid, host: hostname(), token: randomUUID() };
  while (!(await isTaken(path, own))) {
    await giveUpFor(path, own);
    await sleep(LOOK_EVERY_MS, undefined, { ...(signal && { signal }) });
  }
  const touch = setInterval(
    () => void utimes(path, new Date(), new Date()).catch(() => undefined),
    TOUCH_EVERY_MS,
  );
  touch.unref();
  try {
    return await work();
  } finally {
    clearInterval(touch);
    if ((await holderOf(path))?.token === own.token) await rm(path, { force: true });
  }
}

/** Every file system creates a file exclusively; a file without content yet counts as held. */
async function isTaken(path: string, own: Holder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock file of a holder that has ended. */
async function giveUpFor(path: string, own: Holder): Promise<void> {
  const holder = (await holderOf(path)) ?? UNREADABLE;
  if (!(await hasEnded(path, holder))) return;
  const aside = `${path}.${own.token}.ended`;
  await rename(path, aside).catch(() => undefined);
  // Another process may have taken the lock meanwhile: its file is restored.
  const moved = await holderOf(aside);
  if (moved && moved.token !== holder.token) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function hasEnded(path: string, { pid, host }: Holder): Promise<boolean> {
  const touched = await stat(path).catch(() => undefined);
  if (!touched) return false;
  if (host !== hostname()) return Date.now() - touched.mtimeMs > STILL_MS;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  // Another process may have the same process id by now.
  return Date.now() - touched.mtimeMs > STILL_MS;
}

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
