import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '../outbox/entry.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';

const SUFFIX = '.json';

/** A folder with a file for each entry, on the disk before `put` resolves. One folder for each user. */
export class FolderStore implements OutboxStore {
  #writes = 0;

  constructor(private readonly folder: string) {}

  async load(): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const name of await this.#names()) {
      const text = await readFile(join(this.folder, name), 'utf8').catch(unlessGone);
      if (text !== undefined) entries.push(JSON.parse(text) as Entry);
    }
    return entries;
  }

  async put(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    await mkdir(this.folder, { recursive: true });
    for (const entry of entries) await this.#write(this.#pathOf(entry.id), JSON.stringify(entry));
    await synced(this.folder); // the names, too
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rm(this.#pathOf(id), { force: true });
  }

  #pathOf(id: string): string {
    return join(this.folder, encodeURIComponent(id) + SUFFIX);
  }

  async #names(): Promise<string[]> {
    const names = (await readdir(this.folder).catch(unlessGone)) ?? [];
    return names.filter((name) => name.endsWith(SUFFIX));
  }

  /** Half a file is never seen under its name. */
  async #write(path: string, text: string): Promise<void> {
    const next = `${path}.${process.pid}-${this.#writes++}.next`;
    const file = await open(next, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  }
}

async function synced(folder: string): Promise<void> {
  // Windows opens no folders, and needs none synced.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
