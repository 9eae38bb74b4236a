import type { Transaction } from '@furrow/database';
import { WorkDirectory } from '@furrow/production';
import type { WorkSpan } from '../../application/ports.ts';
import type { SessionFact } from '../../domain/index.ts';

/** Beginning and end, epoch milliseconds. */
export interface PieceShift {
  readonly shiftId: string;
  readonly workerId: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Sessions, with units by the piece shift in which they were recorded. */
export const sessionsIn = (
  tx: Transaction,
  span: WorkSpan,
  shifts: readonly PieceShift[],
  now: Date,
  of: string | undefined,
): AsyncIterable<SessionFact[]> => new WorkDirectory().sessions(tx, span, shifts, now, of);

/** @param openedBefore if given, only sessions that were opened before */
export const sessionsChanged = (
  tx: Transaction,
  span: WorkSpan,
  since: Date,
  openedBefore?: Date,
): Promise<boolean> => new WorkDirectory().hasChanged(tx, span, since, openedBefore);
