import type { Transaction } from '@furrow/database';
import type { PaidWork } from '../../application/ports.ts';

/** Knows what was paid. Implemented by the context that pays, which stands above this one. */
export abstract class PaidWorkSource {
  abstract in(tx: Transaction): PaidWork;
}
