import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { MediaDisk } from '../config/media-disk.ts';
import type { MediaContent } from './media-content.ts';
import type { MediaLinks } from './media-links.ts';

type FolderDisk = Extract<MediaDisk, { driver: 'fs' }>;

/** Where the objects themselves are; what is known of them is in PostgreSQL. */
export abstract class MediaObjects {
  abstract write(key: string, content: MediaContent): Promise<void>;
  /** Also when it is not there. */
  abstract remove(key: string): Promise<void>;
  /** Serves for MEDIA_URL_TTL. */
  abstract urlOf(key: string): Promise<string>;
}

export class FolderObjects extends MediaObjects {
  readonly #disk: Disk;

  constructor(
    private readonly options: FolderDisk,
    private readonly links: MediaLinks,
  ) {
    super();
    this.#disk = new Disk(new FSDriver({ location: options.folder, visibility: 'private' }));
  }

  override async write(key: string, { bytes }: MediaContent): Promise<void> {
    // Faces and voices: for the service's own user alone.
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
    await this.#disk.put(key, bytes);
    // What is acknowledged has to be there after a power cut, as the row that refers to it will be.
    await synced(join(this.options.folder, key));
    await synced(join(this.options.folder, key, '..'));
  }

  override remove(key: string): Promise<void> {
    return this.#disk.delete(key);
  }

  /** Served by the API. */
  override urlOf(key: string): Promise<string> {
    return this.links.urlOf(key);
  }
}

async function synced(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
