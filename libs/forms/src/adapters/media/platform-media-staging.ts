import { audioOf, type MediaStore, photoOf } from '@furrow/media';
import type { MediaStaging } from '../../application/ports.ts';
import type { MediaType } from '../../domain/index.ts';

/** The platform's media store. A signature is stored as an image like any other. */
export class PlatformMediaStaging implements MediaStaging {
  constructor(private readonly store: MediaStore) {}

  async put(companyId: string, type: MediaType, field: string, bytes: Buffer): Promise<string> {
    const content = type === 'audio' ? await audioOf(bytes, field) : await photoOf(companyId, bytes, field);
    return this.store.put(companyId, content);
  }

  discard(keys: readonly string[]): Promise<void> {
    return this.store.discard(keys);
  }

  urlOf(key: string): Promise<string> {
    return this.store.urlOf(key);
  }
}
