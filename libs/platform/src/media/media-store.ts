import type { Transaction } from '../database/transaction.ts';
import type { MediaContent } from './content/media-content.ts';

/**
 * Photos, audio and signatures. What is put here belongs to nobody until the transaction that refers to it keeps it;
 * whatever is left of a request that failed half way is found and removed a day later.
 */
export abstract class MediaStore {
  /** @returns the random key it is kept under */
  abstract put(companyId: string, content: MediaContent): Promise<string>;

  /** Says, in the transaction that refers to them, that these are wanted. */
  abstract keep(tx: Transaction, keys: readonly string[]): Promise<void>;

  /** Removes what a failed request put away; what cannot be removed now is left to the sweep. */
  abstract discard(keys: readonly string[]): Promise<void>;

  /** A URL that opens it in a browser until MEDIA_URL_TTL is over. */
  abstract urlOf(key: string): Promise<string>;
}
