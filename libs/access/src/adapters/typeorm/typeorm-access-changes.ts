import type { Database } from '@furrow/platform';
import { AccessChanges } from '../../application/ports.ts';

/** Listens for what the triggers of the migrations announce. */
export class TypeormAccessChanges extends AccessChanges {
  constructor(private readonly database: Database) {
    super();
  }

  override subscribe(onChange: () => void): Promise<{ stop(): Promise<void> }> {
    return this.database.listen('furrow_access', onChange);
  }
}
