import type { LocalDate } from '@furrow/kernel';
import { BadgeUnknown } from '@furrow/kernel/refusals';
import type { Transaction } from '@furrow/database';
import { ShiftDirectory, WorkerDirectory } from '@furrow/workforce';
import type { ShiftTimes, WorkFilter, WorkSpan } from '../../application/ports.ts';
import type { Days, ShiftFact } from '../../domain/index.ts';

export const shiftsIn = (
  tx: Transaction,
  filter: WorkFilter,
): AsyncIterable<
  (ShiftFact & { readonly projectId: string; readonly startedAt: number; readonly endedAt: number })[]
> => new ShiftDirectory().worked(tx, filter);

export const shiftsChanged = (tx: Transaction, span: WorkSpan, since: Date): Promise<boolean> =>
  new ShiftDirectory().hasChanged(tx, span, since);

/** Until when the piece shifts that begin on a local day last; null without any. */
export const lastShiftEndOf = (tx: Transaction, day: LocalDate): Promise<Date | null> =>
  new ShiftDirectory().lastEndOf(tx, day);

/** A worker's shifts of these local days, in order. */
export const shiftTimesIn = (tx: Transaction, workerId: string, days: Days): Promise<ShiftTimes[]> =>
  new ShiftDirectory().timesOf(tx, workerId, days);

/** The id of the worker who has a badge at an instant. @throws BadgeUnknown */
export async function badgeHolderIn(tx: Transaction, badge: string, at: Date): Promise<string> {
  const holder = (await new WorkerDirectory().holders(tx, [badge])).at(badge, at);
  if (holder === undefined) throw new BadgeUnknown();
  return holder.workerId;
}

/** Codes and full names, by id. */
export const workersIn = (tx: Transaction, workerIds: readonly string[]) =>
  new WorkerDirectory().identities(tx, workerIds);
