import { bytesOfDataUrl, type MediaStore, photoOf } from '@furrow/media';
import type { WorkerPhotos } from '../../application/ports.ts';

const FIELD = 'photo';

export class MediaWorkerPhotos implements WorkerPhotos {
  constructor(private readonly media: MediaStore) {}

  read(sent: unknown): Uint8Array {
    return bytesOfDataUrl(sent, FIELD);
  }

  async store(companyId: string, bytes: Uint8Array): Promise<string> {
    return this.media.put(companyId, await photoOf(companyId, bytes, FIELD));
  }

  discard(photoKey: string): Promise<void> {
    return this.media.discard([photoKey]);
  }
}
