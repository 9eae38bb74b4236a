import { audioOf, type MediaStore, photoOf } from '@furrow/media';
import { MediaStaging } from '../../application/ports.ts';
import type { MediaType } from '../../domain/index.ts';

/** The platform's media store. A signature is stored as an image like any other. */
export class PlatformMediaStaging extends MediaStaging {
  constructor(private readonly store: MediaStore) {
    super();
  }

  override async put(companyId: string, type: MediaType, field: string, bytes: Buffer): Promise<string> {
    const content = type === 'audio' ? await audioOf(bytes, field) : await photoOf(companyId, bytes, field);
    return this.store.put(companyId, content);
  }

  override discard(keys: readonly string[]): Promise<void> {
    return this.store.discard(keys);
  }

  override urlOf(key: string): Promise<string> {
    return this.store.urlOf(key);
  }
}
