import type { Database } from '@furrow/database';
import type { AccessChanges } from '../../application/ports.ts';

/** Listens for the notifications of the migrations' triggers. */
export class TypeormAccessChanges implements AccessChanges {
  constructor(private readonly database: Database) {}

  subscribe(onChange: () => void): Promise<{ stop(): Promise<void> }> {
    return this.database.listen('furrow_access', onChange);
  }
}
