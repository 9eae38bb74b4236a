import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import type { MediaDisk } from '@furrow/config';
import type { MediaContent } from './content/media-content.ts';
import type { MediaObjects, StoredObject } from './media-objects.ts';

type BucketDisk = Extract<MediaDisk, { driver: 's3' }>;

export class BucketObjects implements MediaObjects {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #disk: Disk;

  constructor(
    options: BucketDisk,
    private readonly ttlSeconds: number,
  ) {
    const { bucket, endpoint, credentials, region, forcePathStyle } = options;
    this.#bucket = bucket;
    this.#client = new S3Client({
      region,
      forcePathStyle,
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials !== undefined && { credentials }),
      // Servers other than Amazon's do not support its newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
    });
    // `/bucket` and `/bucket/` are the same, but servers differ in which of them they sign.
    this.#client.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as { path: string };
        if (request.path === `/${bucket}/`) request.path = `/${bucket}`;
        return next(args);
      },
      { step: 'build', name: 'bucketWithoutSlash' },
    );
    // The bucket's policy and signatures decide who may read; many servers refuse ACLs.
    this.#disk = new Disk(
      new S3Driver({ client: this.#client, bucket, visibility: 'private', supportsACL: false }),
    );
  }

  async write(key: string, { bytes, mimeType }: MediaContent): Promise<void> {
    await this.#disk.put(key, bytes, { contentType: mimeType, contentLength: bytes.length });
  }

  read(key: string): Promise<Uint8Array> {
    return this.#disk.getBytes(key);
  }

  remove(key: string): Promise<void> {
    return this.#disk.delete(key);
  }

  async *all(): AsyncGenerator<readonly StoredObject[]> {
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client: this.#client },
      { Bucket: this.#bucket },
    ))
      // An object without a date counts as new.
      yield Contents.flatMap(({ Key, LastModified }) =>
        Key === undefined ? [] : [{ key: Key, storedAt: LastModified ?? new Date(8.64e15) }],
      );
  }

  /** Served by the bucket itself. */
  urlOf(key: string): Promise<string> {
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
