import type { Transaction } from '@furrow/database';
import type { PaidWorkSource } from '@furrow/workforce';
import { FrozenWork } from '../typeorm/frozen-work.ts';

/** Answers workforce which shifts a frozen run has paid. */
export class PaidShifts implements PaidWorkSource {
  in(tx: Transaction): FrozenWork {
    return new FrozenWork(tx);
  }
}
