import { type Clock, SystemClock } from '@furrow/kernel';
import { SharedSecret } from '@furrow/config';
import type { Database } from '@furrow/database';
import { DriveMediaStore } from '../../drive-media-store.ts';
import { MediaLinks } from '../../media-links.ts';
import { FolderObjects } from '../../media-objects.ts';
import { MediaRegister } from '../../media-register.ts';
import type { MediaStore } from '../../media-store.ts';
import { PublicAddress } from '../../public-address.ts';
import { SweepMedia } from '../../sweep-media.ts';

/** The real media store with its objects in a folder of the test's own, for tests with a real database. */
export function mediaOnDisk(
  database: Database,
  folder: string,
  clock: Clock = new SystemClock(),
): { readonly store: MediaStore; readonly sweep: SweepMedia } {
  const secret = new SharedSecret(folder, 'media-url', 'a secret of more than thirty-two characters');
  const links = new MediaLinks(secret, 3_600, new PublicAddress('http://api.example'), clock);
  const register = new MediaRegister(database, clock);
  const objects = new FolderObjects({ driver: 'fs', folder }, links);
  return { store: new DriveMediaStore(register, objects), sweep: new SweepMedia(register, objects, clock) };
}
