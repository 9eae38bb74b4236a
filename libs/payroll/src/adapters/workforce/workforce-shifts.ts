import type { LocalDate } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';
import { ShiftDirectory, WorkerDirectory } from '@furrow/workforce';
import type { ShiftFact } from '../../domain/index.ts';

export const shiftsIn = (
  tx: Transaction,
  days: { readonly from: LocalDate; readonly to: LocalDate; readonly projectId: string | null },
): Promise<(ShiftFact & { readonly startedAt: Date; readonly endedAt: Date })[]> =>
  new ShiftDirectory().worked(tx, days);

/** Codes and full names, by id. */
export const workersIn = (tx: Transaction, workerIds: readonly string[]) =>
  new WorkerDirectory().identities(tx, workerIds);
