import type { LocalDate } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { ShiftDirectory, WorkerDirectory } from '@furrow/workforce';
import type { WorkFilter, WorkSpan } from '../../application/ports.ts';
import type { ShiftFact } from '../../domain/index.ts';

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

/** Codes and full names, by id. */
export const workersIn = (tx: Transaction, workerIds: readonly string[]) =>
  new WorkerDirectory().identities(tx, workerIds);
