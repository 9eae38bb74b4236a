import type { Transaction } from '@furrow/database';
import type { MediaStore } from '@furrow/media';
import type { KeptMedia } from '../../application/ports.ts';

export class PlatformKeptMedia implements KeptMedia {
  constructor(
    private readonly tx: Transaction,
    private readonly store: MediaStore,
  ) {}

  keep(keys: readonly string[]): Promise<void> {
    return this.store.keep(this.tx, keys);
  }
}
