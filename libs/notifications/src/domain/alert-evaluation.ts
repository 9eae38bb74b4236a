import type { Alert } from './alert.ts';

export const ALERT_STATES = ['ok', 'pending', 'firing', 'no_data'] as const;
export type AlertStateName = (typeof ALERT_STATES)[number];

/**
 * A reading is judged so many milliseconds after its instant, by the server's clock or by a later reading of its device:
 * what arrives out of order by less than that is judged in order.
 */
export const ALLOWED_LATENESS_MS = 10_000;

/** How a rule stands with one device. Instants are milliseconds since 1970. */
export interface AlertProgress {
  readonly state: AlertStateName;
  /** Since when it is in this state. */
  readonly since: number;
  /** Everything up to here is judged: what comes later and is not later changes nothing. */
  readonly through: number;
  /** The latest reading that it was judged by. */
  readonly lastAt: number | null;
  /** The first reading beyond the limit since one that was not. */
  readonly breachedAt: number | null;
}

export interface DeviceReading {
  readonly at: number;
  /** Of the metric; null where the device did not measure it. Of a silent rule whatever there is. */
  readonly value: number | null;
}

export interface AlertChange {
  readonly state: AlertStateName;
  readonly at: number;
}

export interface JudgedReadings {
  readonly progress: AlertProgress;
  /** In order of their instants. */
  readonly changes: readonly AlertChange[];
  /** When silence would change it; null where it no longer would. */
  readonly dueAt: number | null;
}

export function beginning(alert: Alert): AlertProgress {
  const since = alert.state.since.getTime();
  return { state: 'ok', since, through: alert.looksFrom.getTime(), lastAt: null, breachedAt: null };
}

/**
 * Judges the readings of a device by a rule. A pure function of the readings' own instants: however they are divided
 * over calls, in whatever order and however often they came, the changes are the same.
 *
 * @param readings in order of their instants; those that were judged already change nothing
 * @param horizon nothing before it is expected any more; readings beyond it are left for the next time
 */
export function judgeReadings(
  alert: Alert,
  before: AlertProgress,
  readings: readonly DeviceReading[],
  horizon: number,
): JudgedReadings {
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
