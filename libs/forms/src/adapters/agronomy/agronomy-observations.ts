import { recordObservations } from '@furrow/agronomy';
import type { Transaction } from '@furrow/platform';
import { type Observation, Observations, type ObservedRecord } from '../../application/ports.ts';

/** Passes observations to agronomy within the record's own transaction. */
export class AgronomyObservations extends Observations {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override add(record: ObservedRecord, observations: readonly Observation[]): Promise<void> {
    return recordObservations(this.tx, record, observations);
  }
}
