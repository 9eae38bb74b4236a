import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@furrow/config';
import { openBucket } from '@furrow/media';
import type { Check } from '../finding.ts';
import { within } from '../within.ts';

/** Writes a small object into the media store and removes it again. */
export const media: Check<Config> = {
  subject: 'media',
  async examine({ media: { disk } }, findings) {
    const name = `doctor-${randomUUID()}`;
    const target = disk.driver === 'fs' ? disk.folder : `the bucket ${disk.bucket}`;
    try {
      if (disk.driver === 'fs') {
        if (!existsSync(disk.folder)) {
          findings.fine(`${target} will be created with the first photo.`);
          return;
        }
        await writeFile(join(disk.folder, name), name);
        await rm(join(disk.folder, name));
      } else {
        const bucket = await openBucket(disk, 60);
        try {
          const content = { bytes: Buffer.from(name), mimeType: 'text/plain', extension: 'txt' } as const;
          await within(
            10_000,
            bucket.write(name, content as never).then(() => bucket.remove(name)),
          );
        } finally {
          bucket.onApplicationShutdown();
        }
      }
      findings.fine(`Photos can be stored in ${target}.`);
    } catch (error) {
      findings.wrong(
        `Nothing can be stored in ${target}: ${reason(error)}.`,
        disk.driver === 'fs'
          ? 'Make the user that runs Furrow the owner of the folder.'
          : 'Check S3_ENDPOINT, S3_BUCKET, S3_REGION and the access key, and that the key may write.',
      );
    }
  },
};

/** Stores wrap the server's error. */
function reason(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
