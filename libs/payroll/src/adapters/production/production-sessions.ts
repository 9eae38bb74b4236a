import type { Transaction } from '@furrow/database';
import { WorkDirectory } from '@furrow/production';
import type { WorkFilter, WorkSpan } from '../../application/ports.ts';
import type { SessionFact, WorkElsewhere } from '../../domain/index.ts';

/** Beginning and end, epoch milliseconds; a shift that yields is not of piece work. */
export interface ShiftSpan {
  readonly shiftId: string;
  readonly workerId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly yields: boolean;
}

/** Sessions, with units by the shift in which they were recorded, a piece shift if there was one. */
export const sessionsIn = (
  tx: Transaction,
  filter: WorkFilter,
  shifts: readonly ShiftSpan[],
  now: Date,
): AsyncIterable<SessionFact[]> => new WorkDirectory().sessions(tx, filter, shifts, now);

/** Valid units in other projects than that of the filter. */
export const unitsElsewhereIn = async (tx: Transaction, filter: WorkFilter): Promise<WorkElsewhere[]> =>
  (await new WorkDirectory().elsewhere(tx, filter)).map((each) => ({ ...each, isUnits: true }));

/** @param openedBefore if given, only sessions that were opened before */
export const sessionsChanged = (
  tx: Transaction,
  span: WorkSpan,
  since: Date,
  openedBefore?: Date,
): Promise<boolean> => new WorkDirectory().hasChanged(tx, span, since, openedBefore);
