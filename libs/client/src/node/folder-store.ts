import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '../outbox/entry.ts';
import type { Media } from '../outbox/media.ts';
import type { MediaOfEntry, OutboxStore } from '../outbox/outbox-store.ts';
import { withLockFile } from './lock-file.ts';

const ENTRY = '.json';
/** The files of an entry: `<id>.<n>.media`, beside `<id>.media-list`, which describes them. */
const MEDIA = '.media';
const LIST = '.media-list';
/** The time between writing an entry's files and the entry itself is always shorter. */
const ORPHAN_MS = 3_600_000;

/** A folder with one file per entry, synced to disk before `put` resolves. Use one folder per user. */
export class FolderStore implements OutboxStore {
  #writes = 0;

  constructor(private readonly folder: string) {}

  async load(): Promise<Entry[]> {
    const names = await this.#names();
    await this.#sweep(names);
    const entries: Entry[] = [];
    for (const name of names.filter((each) => each.endsWith(ENTRY))) {
      const text = await readFile(join(this.folder, name), 'utf8').catch(unlessGone);
      if (text !== undefined) entries.push(JSON.parse(text) as Entry);
    }
    return entries;
  }

  async put(entries: readonly Entry[], media: readonly MediaOfEntry[] = []): Promise<void> {
    if (entries.length === 0) return;
    await mkdir(this.folder, { recursive: true });
    for (const { entryId, media: files } of media) await this.#putMedia(entryId, files);
    for (const entry of entries) await this.#write(this.#pathOf(entry.id, ENTRY), JSON.stringify(entry));
    await synced(this.folder); // including the directory entries
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await rm(this.#pathOf(id, ENTRY), { force: true });
      await this.#removeMedia(id);
    }
  }

  async media(entryId: string): Promise<Media[]> {
    const listed = await this.#listed(entryId);
    return Promise.all(
      listed.map(async ({ field, type }, i) => ({
        ...{ field, type },
        bytes: new Uint8Array(await readFile(this.#pathOf(entryId, `.${i}${MEDIA}`))),
      })),
    );
  }

  /**
   * By a lock file: the lock of a process that has ended, or that has been inactive for half a minute, is taken over.
   */
  async exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await mkdir(this.folder, { recursive: true });
    return withLockFile(join(this.folder, 'sync.lock'), work, signal);
  }

  #pathOf(id: string, suffix: string): string {
    return join(this.folder, encodeURIComponent(id) + suffix);
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.folder).catch(unlessGone)) ?? [];
  }

  /** The list first: it names the files to remove if writing is interrupted. */
  async #putMedia(entryId: string, files: readonly Media[]): Promise<void> {
    const listed = files.map(({ field, type }) => ({ field, type }));
    await this.#write(this.#pathOf(entryId, LIST), JSON.stringify(listed));
    for (const [i, { bytes }] of files.entries())
      await this.#write(this.#pathOf(entryId, `.${i}${MEDIA}`), bytes);
  }

  async #removeMedia(entryId: string): Promise<void> {
    const listed = await this.#listed(entryId);
    for (const i of listed.keys()) await rm(this.#pathOf(entryId, `.${i}${MEDIA}`), { force: true });
    if (listed.length > 0) await rm(this.#pathOf(entryId, LIST), { force: true });
  }

  async #listed(entryId: string): Promise<readonly Pick<Media, 'field' | 'type'>[]> {
    const text = await readFile(this.#pathOf(entryId, LIST), 'utf8').catch(unlessGone);
    return text === undefined ? [] : (JSON.parse(text) as Pick<Media, 'field' | 'type'>[]);
  }

  /** Removes files whose entry was never written because the process ended. */
  async #sweep(names: readonly string[]): Promise<void> {
    const known = new Set(names);
    for (const name of names) {
      if (!name.endsWith(LIST) || known.has(name.slice(0, -LIST.length) + ENTRY)) continue;
      const list = await stat(join(this.folder, name)).catch(unlessGone);
      if (list && Date.now() - list.mtimeMs > ORPHAN_MS)
        await this.#removeMedia(decodeURIComponent(name.slice(0, -LIST.length)));
    }
  }

  /** A partial file is never visible under its name. */
  async #write(path: string, content: string | Uint8Array): Promise<void> {
    const next = `${path}.${process.pid}-${this.#writes++}.next`;
    const file = await open(next, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  }
}

async function synced(folder: string): Promise<void> {
  // Windows cannot open folders, and does not need to sync them.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
