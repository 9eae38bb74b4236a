import type { Clock } from '@furrow/kernel';
import { type Config, SharedSecret } from '@furrow/config';
import type { Database } from '@furrow/database';
import { MediaLinks } from './media-links.ts';
import { FolderObjects } from './media-objects.ts';
import { MediaRegister } from './media-register.ts';
import { openBucket } from './open-bucket.ts';
import { PublicAddress } from './public-address.ts';
import { StrayMedia } from './stray-media.ts';

/** Opens the media of an installation outside of its services. */
export async function withStrays<T>(
  { home, media: { disk, urlKey, urlTtlSeconds } }: Config,
  database: Database,
  clock: Clock,
  work: (strays: StrayMedia) => Promise<T>,
): Promise<T> {
  const register = new MediaRegister(database, clock);
  if (disk.driver === 'fs') {
    const secret = new SharedSecret(home, 'media-url', urlKey);
    const links = new MediaLinks(secret, urlTtlSeconds, new PublicAddress(undefined), clock);
    return work(new StrayMedia(register, new FolderObjects(disk, links), clock));
  }
  const bucket = await openBucket(disk, urlTtlSeconds);
  try {
    return await work(new StrayMedia(register, bucket, clock));
  } finally {
    bucket.onApplicationShutdown();
  }
}
