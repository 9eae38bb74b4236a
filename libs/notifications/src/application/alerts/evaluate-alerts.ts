import type { Clock } from '@furrow/kernel';
import {
  ALLOWED_LATENESS_MS,
  type AlertChange,
  type AlertStateName,
  evaluateReadings,
  isRaised,
  keptChanges,
  retryAt,
} from '../../domain/index.ts';
import type {
  AlertQueue,
  AlertSlice,
  DeviceKey,
  DueAlert,
  DueDevice,
  EvaluatedAlert,
} from '../alert-ports.ts';
import { AlertSlices } from './alert-slices.ts';

/** The number of due devices that are held in memory; the next evaluation continues after them. */
const DUE = 10_000;
/** The number of slices of one evaluation; what is left is found again by the next look. */
const SLICES = 100;
/** How long changes are kept, as failed deliveries are. */
const KEPT_MS = 30 * 86_400_000;

/** Devices whose evaluation failed, while all others were evaluated. */
export class AlertEvaluationFailed extends Error {}

/**
 * Evaluates the rules of all companies with new readings, one slice at a time. One process at a time.
 */
export class EvaluateAlerts {
  /** Where the last look ended; undefined at the end of all devices. */
  #lookedAt: DeviceKey | undefined;

  constructor(
    private readonly queue: AlertQueue,
    private readonly clock: Clock,
  ) {}

  /** Finds devices with something to evaluate, from where the last look ended. */
  async look(): Promise<readonly DueDevice[]> {
    const found: DueDevice[] = [];
    do {
      const { due, next } = await this.queue.look(this.clock.now(), this.#lookedAt);
      found.push(...due);
      this.#lookedAt = next;
    } while (this.#lookedAt !== undefined && found.length < DUE);
    return found;
  }

  /**
   * @returns the number of slices that were evaluated; undefined if another process is working
   * @throws AlertEvaluationFailed after the evaluation of all others
   */
  async execute(due: readonly DueDevice[]): Promise<number | undefined> {
    const slices = new AlertSlices(due);
    const failures: string[] = [];
    let count = 0;
    for (let slice = slices.next(); slice && count < SLICES; slice = slices.next(), count++) {
      await this.queue.begin(this.#attempts(slice), this.clock.now());
      try {
        const rest = await this.#evaluate(slice);
        if (rest === undefined) return undefined;
        slices.addRest(rest);
      } catch (error) {
        failures.push(`${slice.devices.map(({ deviceId }) => deviceId).join(', ')}: ${String(error)}`);
      }
    }
    if (failures.length > 0) throw new AlertEvaluationFailed(failures.join('; '));
    return count;
  }

  /** Deletes changes of more than a month ago. @returns how many, bounded per call */
  sweep(): Promise<number> {
    return this.queue.sweep(new Date(this.clock.now().getTime() - KEPT_MS));
  }

  #evaluate(slice: AlertSlice): Promise<readonly DueDevice[] | undefined> {
    const now = this.clock.now();
    return this.queue.work(slice, now, (due) => due.map((one) => evaluated(one, now.getTime())));
  }

  #attempts({ devices }: AlertSlice) {
    const now = this.clock.now();
    return devices.map(({ companyId, deviceId, failures }) => ({
      ...{ companyId, deviceId, attempts: failures + 1 },
      retryAt: retryAt(failures + 1, now),
    }));
  }
}

function evaluated(due: DueAlert, now: number): EvaluatedAlert {
  const { alert, progress: before, readings, isAll } = due;
  const latest = readings.at(-1)?.at ?? 0;
  // A device whose clock is ahead is evaluated by its own clock.
  const horizon = isAll ? Math.max(now, latest) - ALLOWED_LATENESS_MS : latest;
  const { progress, changes, dueAt } = evaluateReadings(alert, before, readings, horizon);
  const { changes: kept, leftOut } = keptChanges(changes);
  return { due, progress, changes: kept.map(clearing(before.state)), leftOut, dueAt };
}

const clearing =
  (first: AlertStateName) => (change: AlertChange, index: number, changes: readonly AlertChange[]) => ({
    ...change,
    clears: isRaised(changes[index - 1]?.state ?? first) && !isRaised(change.state),
  });
