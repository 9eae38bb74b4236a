import { recordObservations } from '@furrow/agronomy';
import type { Transaction } from '@furrow/database';
import type { Observations, ObservedRecord } from '../../application/ports.ts';

/** Passes observations to agronomy within the record's own transaction. */
export class AgronomyObservations implements Observations {
  constructor(private readonly tx: Transaction) {}

  add(records: readonly ObservedRecord[]): Promise<void> {
    return recordObservations(
      this.tx,
      records.map(({ observations, ...source }) => ({ source, observations })),
    );
  }
}
