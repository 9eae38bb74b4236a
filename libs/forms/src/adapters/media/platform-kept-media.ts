import type { Transaction } from '@furrow/database';
import type { MediaStore } from '@furrow/media';
import { KeptMedia } from '../../application/ports.ts';

export class PlatformKeptMedia extends KeptMedia {
  constructor(
    private readonly tx: Transaction,
    private readonly store: MediaStore,
  ) {
    super();
  }

  override keep(keys: readonly string[]): Promise<void> {
    return this.store.keep(this.tx, keys);
  }
}
