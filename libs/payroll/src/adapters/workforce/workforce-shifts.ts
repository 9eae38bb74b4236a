import type { LocalDate } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { ShiftDirectory } from '@furrow/workforce';
import type { ShiftTimes, WorkFilter, WorkSpan } from '../../application/ports.ts';
import type { Days, ShiftFact } from '../../domain/index.ts';

export const shiftsIn = (
  tx: Transaction,
  filter: WorkFilter,
): AsyncIterable<(ShiftFact & { readonly startedAt: number; readonly endedAt: number })[]> =>
  new ShiftDirectory().worked(tx, filter);

export const shiftsChanged = (tx: Transaction, span: WorkSpan, since: Date): Promise<boolean> =>
  new ShiftDirectory().hasChanged(tx, span, since);

/** Until when the piece shifts that begin on a local day last; null without any. */
export const lastShiftEndOf = (tx: Transaction, day: LocalDate): Promise<Date | null> =>
  new ShiftDirectory().lastEndOf(tx, day);

/** A worker's shifts of these local days, in order. */
export const shiftTimesIn = (tx: Transaction, workerId: string, days: Days): Promise<ShiftTimes[]> =>
  new ShiftDirectory().timesOf(tx, workerId, days);
