import { bytesOfDataUrl, type MediaStore, photoOf } from '@furrow/media';
import { WorkerPhotos } from '../../application/ports.ts';

const FIELD = 'photo';

export class MediaWorkerPhotos extends WorkerPhotos {
  constructor(private readonly media: MediaStore) {
    super();
  }

  override read(sent: unknown): Uint8Array {
    return bytesOfDataUrl(sent, FIELD);
  }

  override async store(companyId: string, bytes: Uint8Array): Promise<string> {
    return this.media.put(companyId, await photoOf(companyId, bytes, FIELD));
  }

  override discard(photoKey: string): Promise<void> {
    return this.media.discard([photoKey]);
  }
}
