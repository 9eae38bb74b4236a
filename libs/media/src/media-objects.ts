import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk } from 'flydrive';
import type { MediaDisk } from '@furrow/config';
import type { MediaContent } from './content/media-content.ts';
import type { MediaLinks } from './media-links.ts';

type FolderDisk = Extract<MediaDisk, { driver: 'fs' }>;

export interface StoredObject {
  readonly key: string;
  /** When its bytes were last written. */
  readonly storedAt: Date;
}

const BATCH = 1_000;

/** The storage of objects; PostgreSQL holds their register. */
export abstract class MediaObjects {
  abstract write(key: string, content: MediaContent): Promise<void>;
  /** @throws if it does not exist */
  abstract read(key: string): Promise<Uint8Array>;
  /** Succeeds even if the object does not exist. */
  abstract remove(key: string): Promise<void>;
  /** Valid for MEDIA_URL_TTL. */
  abstract urlOf(key: string): Promise<string>;
  /** All objects in batches of at most 1,000. Objects that are stored meanwhile may be missing. */
  abstract all(): AsyncGenerator<readonly StoredObject[]>;
}

export class FolderObjects implements MediaObjects {
  #disk: Promise<Disk> | undefined;

  constructor(
    private readonly options: FolderDisk,
    private readonly links: MediaLinks,
  ) {}

  async write(key: string, { bytes }: MediaContent): Promise<void> {
    // Photos and voices of people: readable by the service's own user alone.
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
    await (await this.#opened()).put(key, bytes);
    // An acknowledged file must survive a power cut, as the row that refers to it does.
    await synced(join(this.options.folder, key));
    await synced(join(this.options.folder, key, '..'));
  }

  async read(key: string): Promise<Uint8Array> {
    return (await this.#opened()).getBytes(key);
  }

  async remove(key: string): Promise<void> {
    await (await this.#opened()).delete(key);
  }

  async *all(): AsyncGenerator<readonly StoredObject[]> {
    for (const company of await namesIn(this.options.folder)) {
      const names = await namesIn(join(this.options.folder, company));
      for (let from = 0; from < names.length; from += BATCH) {
        const keys = names.slice(from, from + BATCH).map((name) => `${company}/${name}`);
        const found = await Promise.all(keys.map((key) => storedIn(this.options.folder, key)));
        yield found.filter((object) => object !== undefined);
      }
    }
  }

  /** Loaded with the first object: the library knows every media type, which would take a tenth of the start. */
  #opened(): Promise<Disk> {
    this.#disk ??= openFolder(this.options.folder);
    return this.#disk;
  }

  /** Served by the API. */
  urlOf(key: string): Promise<string> {
    return this.links.urlOf(key);
  }
}

async function openFolder(location: string): Promise<Disk> {
  const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')]);
  return new Disk(new FSDriver({ location, visibility: 'private' }));
}

/** Empty if it is not a folder, or was removed meanwhile. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

async function storedIn(folder: string, key: string): Promise<StoredObject | undefined> {
  try {
    return { key, storedAt: (await stat(join(folder, key))).mtime };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

const isGone = (error: unknown) =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

async function synced(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
