import type { Transaction } from '@furrow/database';
import type { PixelSize } from './content/photo.ts';
import type { MediaContent } from './content/media-content.ts';

/**
 * Photos, audio and signatures. A stored object has no owner until the transaction that refers to it keeps it; what a
 * failed request leaves behind is found and removed a day later.
 */
export abstract class MediaStore {
  /** @returns the random key under which it is stored */
  abstract put(companyId: string, content: MediaContent): Promise<string>;

  /** Marks objects as referenced, within the transaction that refers to them. */
  abstract keep(tx: Transaction, keys: readonly string[]): Promise<void>;

  /** Marks objects as no longer referenced, within the transaction that ends the reference. `discard` removes them then. */
  abstract release(tx: Transaction, keys: readonly string[]): Promise<void>;

  /** Removes what a failed request stored; what cannot be removed now is left to the sweep. */
  abstract discard(keys: readonly string[]): Promise<void>;

  /**
   * A photo as a small JPEG of exactly this size, cropped around its middle, for documents.
   * @returns undefined if it cannot be read, because a document is better without a photo than not at all
   */
  abstract thumbnail(key: string, size: PixelSize): Promise<Uint8Array | undefined>;

  /** A URL that opens it in a browser, valid for MEDIA_URL_TTL. */
  abstract urlOf(key: string): Promise<string>;
}
