import type { Transaction } from '@furrow/database';
import type { PaidWorkSource } from '@furrow/production';
import { FrozenWork } from '../typeorm/frozen-work.ts';

/** Answers production which sessions a frozen run has paid. */
export class PaidSessions implements PaidWorkSource {
  in(tx: Transaction): FrozenWork {
    return new FrozenWork(tx);
  }
}
