import { Clock, SharedClock } from '@furrow/kernel';
import { Logger, type Provider } from '@nestjs/common';
import { Config, SharedSecret } from '@furrow/config';
import { Database } from '@furrow/database';
import { DriveMediaStore } from './drive-media-store.ts';
import { MediaFiles } from './media-files.ts';
import { MediaLinks } from './media-links.ts';
import { FolderObjects, MediaObjects } from './media-objects.ts';
import { MediaRegister } from './media-register.ts';
import { MediaStore } from './media-store.ts';
import { openBucket } from './open-bucket.ts';
import { PublicAddress } from './public-address.ts';
import { SweepMedia } from './sweep-media.ts';

/** The media port over the configured storage. */
export const mediaProviders: Provider[] = [
  {
    provide: PublicAddress,
    inject: [Config],
    useFactory: (config: Config) => new PublicAddress(config.api.publicUrl),
  },
  {
    provide: MediaLinks,
    inject: [Config, PublicAddress, Clock],
    useFactory: ({ home, media }: Config, address: PublicAddress, clock: Clock) =>
      new MediaLinks(new SharedSecret(home, 'media-url', media.urlKey), media.urlTtlSeconds, address, clock),
  },
  {
    provide: MediaRegister,
    inject: [Database, Clock],
    useFactory: (database: Database, clock: Clock) => {
      const logger = new Logger('media');
      return new MediaRegister(database, clock, (message) => logger.warn(message));
    },
  },
  {
    provide: MediaObjects,
    inject: [Config, MediaLinks],
    useFactory: ({ media: { disk, urlTtlSeconds } }: Config, links: MediaLinks) =>
      disk.driver === 's3' ? openBucket(disk, urlTtlSeconds) : new FolderObjects(disk, links),
  },
  {
    provide: MediaStore,
    inject: [MediaRegister, MediaObjects],
    useFactory: (register: MediaRegister, objects: MediaObjects) => new DriveMediaStore(register, objects),
  },
  {
    provide: MediaFiles,
    inject: [Config, MediaLinks, MediaRegister],
    useFactory: ({ media: { disk } }: Config, links: MediaLinks, register: MediaRegister) =>
      new MediaFiles(disk.driver === 'fs' ? disk.folder : undefined, links, register),
  },
  {
    provide: SweepMedia,
    inject: [MediaRegister, MediaObjects, SharedClock],
    useFactory: (register: MediaRegister, objects: MediaObjects, clock: SharedClock) =>
      new SweepMedia(register, objects, clock),
  },
];
