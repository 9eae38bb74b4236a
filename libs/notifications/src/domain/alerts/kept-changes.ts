import type { AlertChange } from './alert-evaluation.ts';

/** The number of changes of one rule and device that one evaluation reports. */
export const MAX_CHANGES = 10;

export interface KeptChanges {
  /** In order of their instants, each to another state than the one before. */
  readonly changes: readonly AlertChange[];
  /** The number of changes left out before the last one. */
  readonly leftOut: number;
}

/**
 * Reports the first changes and the last one of a rule that flaps, so that everybody who follows them ends with the true
 * state, and each alert that is raised is cleared before it is raised again.
 */
export function keptChanges(changes: readonly AlertChange[]): KeptChanges {
  const last = changes.at(-1);
  if (last === undefined || changes.length <= MAX_CHANGES) return { changes, leftOut: 0 };
  const first = changes.slice(0, MAX_CHANGES - 1);
  // A change to the state that it has already would be no change.
  if (first.at(-1)?.state === last.state) first.pop();
  return { changes: [...first, last], leftOut: changes.length - first.length - 1 };
}
