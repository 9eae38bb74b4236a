import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { S3Driver } from 'flydrive/drivers/s3';
import type { MediaDisk } from '../config/media-disk.ts';
import type { MediaContent } from './media-content.ts';
import type { MediaLinks } from './media-links.ts';

type FolderDisk = Extract<MediaDisk, { driver: 'fs' }>;
type BucketDisk = Extract<MediaDisk, { driver: 's3' }>;

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

export class BucketObjects extends MediaObjects {
  readonly #client: S3Client;
  readonly #disk: Disk;

  constructor(
    options: BucketDisk,
    private readonly ttlSeconds: number,
  ) {
    super();
    const { bucket, endpoint, credentials, region, forcePathStyle } = options;
    this.#client = new S3Client({
      region,
      forcePathStyle,
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials !== undefined && { credentials }),
      // Servers other than Amazon's know nothing of its newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
    });
    // Who may read is a matter of the bucket's policy and of signatures; many servers refuse lists of their own.
    this.#disk = new Disk(
      new S3Driver({ client: this.#client, bucket, visibility: 'private', supportsACL: false }),
    );
  }

  override async write(key: string, { bytes, mimeType }: MediaContent): Promise<void> {
    await this.#disk.put(key, bytes, { contentType: mimeType, contentLength: bytes.length });
  }

  override remove(key: string): Promise<void> {
    return this.#disk.delete(key);
  }

  /** Served by the bucket itself. */
  override urlOf(key: string): Promise<string> {
    return this.#disk.getSignedUrl(key, {
      expiresIn: this.ttlSeconds,
      contentDisposition: 'inline',
      ResponseCacheControl: `private, max-age=${this.ttlSeconds}`,
    });
  }

  /** Nest calls this when the process ends. */
  onApplicationShutdown(): void {
    this.#client.destroy();
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
