import type { AlertState } from './alert.ts';

/** The number of active rules of a company. */
export const MAX_ALERTS = 200;
/** The number of active rules that watch one device. */
export const MAX_ALERTS_OF_DEVICE = 50;

/** What an active rule watches. */
export type AlertTarget = Pick<AlertState, 'key' | 'projectId' | 'deviceId'>;

export interface AlertLimitExceeded {
  /** The rule that is one too many. */
  readonly key: string;
  readonly of: 'company' | 'device';
  readonly limit: number;
}

/** Whether a rule watches the same devices as before. */
export const hasSameTarget = (a: AlertTarget, b: AlertTarget): boolean =>
  a.projectId === b.projectId && a.deviceId === b.deviceId;

/**
 * Which rules exceed the limits. A rule for all devices of a project counts for each device of it, whether it exists yet
 * or not, so that no device that is added or moved can exceed the limit later. Rules that watched the same before are
 * accepted, however many there are: they may be older than the limits.
 *
 * @param targets of all active rules, with those that are saved
 * @param saved the rules that are new or watch other devices than before; `isNew` if they were not active
 * @returns at most one for the company, and one for each device or project
 */
export function alertLimitsExceeded(
  targets: readonly AlertTarget[],
  saved: readonly { readonly key: string; readonly isNew: boolean }[],
): AlertLimitExceeded[] {
  const exceeded: AlertLimitExceeded[] = [];
  const firstNew = saved.find(({ isNew }) => isNew);
  if (firstNew && targets.length > MAX_ALERTS)
    exceeded.push({ key: firstNew.key, of: 'company', limit: MAX_ALERTS });
  const perDevice = countsOf(targets);
  const reported = new Set<string>();
  for (const { key } of saved) {
    const target = targets.find((one) => one.key === key);
    const watched = target && targetKey(target);
    if (target === undefined || watched === undefined || reported.has(watched)) continue;
    if (perDevice(target) <= MAX_ALERTS_OF_DEVICE) continue;
    reported.add(watched);
    exceeded.push({ key, of: 'device', limit: MAX_ALERTS_OF_DEVICE });
  }
  return exceeded;
}

const targetKey = ({ projectId, deviceId }: AlertTarget) => `${projectId} ${deviceId ?? ''}`;

/** How many rules watch the device of a rule; for a rule of a project, the device of it with the most rules. */
function countsOf(targets: readonly AlertTarget[]): (target: AlertTarget) => number {
  const counts = new Map<string, number>();
  const most = new Map<string, number>();
  for (const target of targets) {
    const count = (counts.get(targetKey(target)) ?? 0) + 1;
    counts.set(targetKey(target), count);
    if (target.deviceId !== null)
      most.set(target.projectId, Math.max(count, most.get(target.projectId) ?? 0));
  }
  return ({ projectId, deviceId }) => {
    const ofProject = counts.get(targetKey({ key: '', projectId, deviceId: null })) ?? 0;
    const own =
      deviceId === null ? most.get(projectId) : counts.get(targetKey({ key: '', projectId, deviceId }));
    return ofProject + (own ?? 0);
  };
}
