import { newId } from '@furrow/kernel';
import type { RestDue } from '../application/ports.ts';
import { RestRule, type RestRuleDeclaration } from '../domain/index.ts';

export const NOW = new Date('2026-01-31T18:00:00.000Z');
export const minutesAgo = (minutes: number, now = NOW) => new Date(now.getTime() - minutes * 60_000);

/** A rule as the farm file declares it: above 35 °C, ten minutes of rest after an hour of work. */
export function aRuleDeclaration(
  projectId: string,
  over: Partial<RestRuleDeclaration> = {},
): RestRuleDeclaration {
  return { key: 'hot', projectId, metric: 'te', above: 35, restMinutes: 10, everyMinutes: 60, ...over };
}

export const aRule = (...declared: Parameters<typeof aRuleDeclaration>): RestRule =>
  RestRule.declare(aRuleDeclaration(...declared));

/** A rest that is due now, after two hours of work. */
export function aDue(
  of: Pick<RestDue, 'workerId' | 'shiftId' | 'projectId'>,
  over: Partial<RestDue> = {},
): RestDue {
  return {
    ...{ ...of, restDueId: newId(), workedSince: minutesAgo(120), dueAt: minutesAgo(60), notedAt: NOW },
    ...{ rule: aRule(of.projectId).state, correctedAt: null },
    reading: { deviceId: 'ws-1', at: minutesAgo(1).getTime(), value: 36.5 },
    ...over,
  };
}
