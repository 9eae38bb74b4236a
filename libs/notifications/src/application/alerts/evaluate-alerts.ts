import type { Clock } from '@furrow/kernel';
import {
  ALLOWED_LATENESS_MS,
  type AlertChange,
  type AlertStateName,
  evaluateReadings,
  isRaised,
} from '../../domain/index.ts';
import type { AlertQueue, DueAlert, EvaluatedAlert } from '../ports.ts';

/** How long changes are kept, as failed deliveries are. */
const KEPT_MS = 30 * 86_400_000;

/** Evaluates the rules of all companies with new readings. One process at a time. */
export class EvaluateAlerts {
  constructor(
    private readonly queue: AlertQueue,
    private readonly clock: Clock,
  ) {}

  /** @returns how many rules and devices were evaluated; undefined if another process is doing so */
  execute(): Promise<number | undefined> {
    const now = this.clock.now();
    return this.queue.work(now, (due) => due.map((one) => evaluated(one, now.getTime())));
  }

  /** Adds new devices to rules, and removes those that are gone. */
  enrol(): Promise<void> {
    return this.queue.enrol(this.clock.now());
  }

  /** Deletes changes of more than a month ago. @returns how many, bounded per call */
  sweep(): Promise<number> {
    return this.queue.sweep(new Date(this.clock.now().getTime() - KEPT_MS));
  }
}

function evaluated(due: DueAlert, now: number): EvaluatedAlert {
  const { alert, progress: before, readings, isAll } = due;
  const latest = readings.at(-1)?.at ?? 0;
  // A device whose clock is ahead is evaluated by its own clock.
  const horizon = isAll ? Math.max(now, latest) - ALLOWED_LATENESS_MS : latest;
  const { progress, changes, dueAt } = evaluateReadings(alert, before, readings, horizon);
  return { due, progress, changes: changes.map(clearing(before.state)), dueAt };
}

const clearing =
  (first: AlertStateName) => (change: AlertChange, index: number, changes: readonly AlertChange[]) => ({
    ...change,
    clears: isRaised(changes[index - 1]?.state ?? first) && !isRaised(change.state),
  });
