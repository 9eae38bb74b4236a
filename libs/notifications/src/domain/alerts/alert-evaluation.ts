import type { Alert } from './alert.ts';

export const ALERT_STATES = ['ok', 'pending', 'firing', 'no_data'] as const;
export type AlertStateName = (typeof ALERT_STATES)[number];
/** The most severe first. */
export const STATES_BY_GRAVITY: readonly AlertStateName[] = ['firing', 'no_data', 'pending', 'ok'];

/** Whether an alert is raised in this state. */
export const isRaised = (state: AlertStateName): boolean => state === 'firing' || state === 'no_data';

/**
 * A reading is evaluated this many milliseconds after its instant, by the server's clock or by a later reading of its
 * device, so that readings that are out of order by less than that are evaluated in order.
 */
export const ALLOWED_LATENESS_MS = 10_000;

/** The state of a rule for one device. Instants are milliseconds since 1970. */
export interface AlertProgress {
  readonly state: AlertStateName;
  /** Since when it is in this state. */
  readonly since: number;
  /** Everything up to here is evaluated: readings that arrive later with earlier instants change nothing. */
  readonly through: number;
  /** The latest evaluated reading. */
  readonly lastAt: number | null;
  /** The first reading beyond the limit since one within it. */
  readonly breachedAt: number | null;
}

export interface DeviceReading {
  readonly at: number;
  /** The metric's value; null if the device did not measure it. For a silent rule any value. */
  readonly value: number | null;
}

export interface AlertChange {
  readonly state: AlertStateName;
  readonly at: number;
}

export interface EvaluatedReadings {
  readonly progress: AlertProgress;
  /** In order of their instants. */
  readonly changes: readonly AlertChange[];
  /** When silence would change the state; null if it would not. */
  readonly dueAt: number | null;
}

export function beginning(alert: Alert): AlertProgress {
  const since = alert.state.since.getTime();
  return { state: 'ok', since, through: alert.looksFrom.getTime(), lastAt: null, breachedAt: null };
}

/**
 * Evaluates the readings of a device by a rule. A pure function of the readings' own instants: however they are divided
 * over calls, in whatever order and however often they arrived, the changes are the same.
 *
 * @param readings in order of their instants; those already evaluated change nothing
 * @param horizon no earlier readings are expected; later ones are left for the next call
 */
export function evaluateReadings(
  alert: Alert,
  before: AlertProgress,
  readings: readonly DeviceReading[],
  horizon: number,
): EvaluatedReadings {
  let progress = before;
  const changes: AlertChange[] = [];
  const become = (state: AlertStateName, at: number) => {
    if (state === progress.state) return;
    changes.push({ state, at });
    progress = { ...progress, state, since: at };
  };
  const quietState = alert.state.kind === 'silent' ? 'firing' : 'no_data';
  const dueAt = () =>
    progress.state === quietState ? null : (progress.lastAt ?? alert.state.since.getTime()) + alert.quietMs;
  /** Silence up to an instant. */
  const wait = (until: number) => {
    const due = dueAt();
    if (due === null || due > until) return;
    become(quietState, due);
    progress = { ...progress, through: Math.max(progress.through, due), breachedAt: null };
  };
  for (const { at, value } of readings) {
    if (at <= progress.through || at > horizon) continue;
    if (alert.state.kind === 'threshold' && value === null) {
      wait(at);
      progress = { ...progress, through: Math.max(progress.through, at) };
      continue;
    }
    wait(at - 1);
    progress = { ...progress, through: at, lastAt: at };
    const next = alert.state.kind === 'silent' ? ('ok' as const) : stateBy(alert, progress, at, value ?? 0);
    const isBreached = next === 'pending' || next === 'firing';
    progress = { ...progress, breachedAt: isBreached ? (progress.breachedAt ?? at) : null };
    become(next, at);
  }
  wait(horizon);
  return { progress, changes, dueAt: dueAt() };
}

function stateBy(
  alert: Alert,
  { state, breachedAt }: AlertProgress,
  at: number,
  value: number,
): AlertStateName {
  if (state === 'firing') return alert.isClearedBy(value) ? 'ok' : 'firing';
  if (!alert.isBreachedBy(value)) return 'ok';
  return at - (breachedAt ?? at) >= alert.forMs ? 'firing' : 'pending';
}
