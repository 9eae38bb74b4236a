import type { Transaction } from '@furrow/database';
import { type ShiftInField, ShiftDirectory, WorkerDirectory } from '@furrow/workforce';
import type { ShiftOfWorker, WorkDirectory } from '../../application/ports.ts';

const DAY_MS = 24 * 3_600_000;

/** Shifts read from workforce. */
export class WorkforceShifts implements WorkDirectory {
  readonly #shifts = new ShiftDirectory();

  constructor(private readonly tx: Transaction) {}

  async ofRunning(projectId: string | null, now: Date): Promise<readonly ShiftOfWorker[]> {
    const span = { from: new Date(now.getTime() - DAY_MS), to: now };
    return (await this.#shifts.ofRunning(this.tx, projectId, span)).map(shiftOf);
  }

  async ofWorkers(workerIds: readonly string[], now: Date): Promise<readonly ShiftOfWorker[]> {
    const span = { from: new Date(now.getTime() - 2 * DAY_MS), to: now };
    return (await this.#shifts.ofWorkers(this.tx, workerIds, span)).map(shiftOf);
  }

  names(workerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new WorkerDirectory().names(this.tx, workerIds);
  }

  async between(
    workerIds: readonly string[],
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<readonly ShiftOfWorker[]> {
    const span = { from: new Date(from.getTime() - DAY_MS), to };
    return (await this.#shifts.ofWorkers(this.tx, workerIds, span)).map(shiftOf);
  }
}

function shiftOf({ breaks, ...shift }: ShiftInField): ShiftOfWorker {
  return { ...shift, breaks: breaks.map(({ startedAt, endedAt }) => ({ from: startedAt, to: endedAt })) };
}
