import type { Database } from '@furrow/database';
import { AccessChanges } from '../../application/ports.ts';

/** Listens for the notifications of the migrations' triggers. */
export class TypeormAccessChanges extends AccessChanges {
  constructor(private readonly database: Database) {
    super();
  }

  override subscribe(onChange: () => void): Promise<{ stop(): Promise<void> }> {
    return this.database.listen('furrow_access', onChange);
  }
}
