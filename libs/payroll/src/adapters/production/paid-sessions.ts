import type { Transaction } from '@furrow/database';
import { PaidWorkSource } from '@furrow/production';
import { FrozenWork } from '../typeorm/frozen-work.ts';

/** Answers production which sessions a frozen run has paid. */
export class PaidSessions extends PaidWorkSource {
  override in(tx: Transaction): FrozenWork {
    return new FrozenWork(tx);
  }
}
