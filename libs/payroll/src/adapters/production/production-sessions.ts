import type { LocalDate } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';
import { WorkDirectory } from '@furrow/production';
import type { SessionFact } from '../../domain/index.ts';

interface PieceShift {
  readonly shiftId: string;
  readonly workerId: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** Sessions with their units by the piece shift in which they were recorded. */
export const sessionsIn = (
  tx: Transaction,
  days: { readonly from: LocalDate; readonly to: LocalDate; readonly projectId: string | null },
  shifts: readonly PieceShift[],
  now: Date,
): Promise<SessionFact[]> => new WorkDirectory().sessions(tx, days, shifts, now);
