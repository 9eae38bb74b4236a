import type { Clock } from '@furrow/kernel';
import { type Config, SharedSecret } from '@furrow/config';
import type { Database } from '@furrow/database';
import { DriveMediaStore } from './drive-media-store.ts';
import { MediaLinks } from './media-links.ts';
import { FolderObjects } from './media-objects.ts';
import { MediaRegister } from './media-register.ts';
import type { MediaStore } from './media-store.ts';
import { openBucket } from './open-bucket.ts';
import { PublicAddress } from './public-address.ts';

/** Links that a program makes are not given to anybody. */
const NOBODY_LISTENS = 'http://127.0.0.1';

/** Opens the media store of an installation in a program without NestJS, for the duration of `work`. */
export async function withMedia<T>(
  { home, api, media: { disk, urlKey, urlTtlSeconds } }: Config,
  database: Database,
  clock: Clock,
  work: (media: MediaStore) => Promise<T>,
): Promise<T> {
  const register = new MediaRegister(database, clock);
  if (disk.driver === 'fs') {
    const secret = new SharedSecret(home, 'media-url', urlKey);
    const links = new MediaLinks(
      secret,
      urlTtlSeconds,
      new PublicAddress(api.publicUrl ?? NOBODY_LISTENS),
      clock,
    );
    return work(new DriveMediaStore(register, new FolderObjects(disk, links)));
  }
  const bucket = await openBucket(disk, urlTtlSeconds);
  try {
    return await work(new DriveMediaStore(register, bucket));
  } finally {
    bucket.onApplicationShutdown();
  }
}
