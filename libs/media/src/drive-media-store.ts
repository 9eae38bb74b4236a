import type { Transaction } from '@furrow/database';
import { type PixelSize, thumbnailOf } from './content/photo.ts';
import type { MediaContent } from './content/media-content.ts';
import type { MediaObjects } from './media-objects.ts';
import { companyOfKey, newMediaKey } from './media-key.ts';
import type { MediaRegister } from './media-register.ts';
import type { MediaStore } from './media-store.ts';
import { MediaUnavailable } from './media-unavailable.ts';

/** Objects on a disk or in a bucket, registered in PostgreSQL. */
export class DriveMediaStore implements MediaStore {
  constructor(
    private readonly register: MediaRegister,
    private readonly objects: MediaObjects,
  ) {}

  async put(companyId: string, content: MediaContent): Promise<string> {
    const key = newMediaKey(companyId, content);
    await this.register.enter(companyId, key, content);
    try {
      await this.objects.write(key, content);
    } catch (error) {
      await this.discard([key]);
      throw new MediaUnavailable({ cause: error });
    }
    return key;
  }

  keep(tx: Transaction, keys: readonly string[]): Promise<void> {
    return this.register.keep(tx, keys);
  }

  release(tx: Transaction, keys: readonly string[]): Promise<void> {
    return this.register.release(tx, keys);
  }

  async discard(keys: readonly string[]): Promise<void> {
    const companies = Map.groupBy(keys, companyOfKey);
    for (const [companyId, own] of companies) {
      if (companyId === undefined) continue;
      try {
        // A commit whose answer was lost may have kept them.
        for (const object of await this.register.condemn(companyId, own)) {
          await this.objects.remove(object.key);
          await this.register.strike(object);
        }
      } catch {
        // The sweep removes what is left.
      }
    }
  }

  async thumbnail(key: string, size: PixelSize): Promise<Uint8Array | undefined> {
    try {
      return await thumbnailOf(companyOfKey(key) ?? '', await this.objects.read(key), size);
    } catch {
      return undefined;
    }
  }

  urlOf(key: string): Promise<string> {
    return this.objects.urlOf(key);
  }
}
