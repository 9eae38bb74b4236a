import { DEFECTS } from './account.ts';
import type { Audit } from './audit.ts';
import type { Report } from '../chaos.ts';
import { DELIVERED_TYPES } from './event-account.ts';

const EVENT_DEFECTS = [
  ['lost', 'that were committed and never delivered'],
  ['unwanted', 'that were delivered under a second id, or never happened'],
  ['shared', 'requests under the id of another event'],
] as const;

/** The problems of a run, one sentence each; empty when all promises were kept. */
export function problemsOf(report: Report): string[] {
  const { after, settled, stops, unforeseen, unexpectedExits, errors, slow, events } = report;
  return [
    ...[...problemsIn(after, 'after the last fault'), ...problemsIn(settled, 'once everything was repeated')],
    ...problemsIn(stops.audit, 'after the stops'),
    ...Object.entries(settled.accounts)
      .filter(([, { unknown }]) => unknown > 0)
      .map(([kind, { unknown }]) => `${kind}: ${unknown} still unknown after they were repeated`),
    ...Object.entries(settled.accounts)
      .filter(([, { acknowledged }]) => acknowledged === 0)
      .map(([kind]) => `${kind}: none was acknowledged, so nothing was tested`),
    ...Object.entries(unforeseen).map(([answer, count]) => `answered ${count} times: ${answer}`),
    ...errors.map((line) => `logged: ${line}`),
    ...slow,
    ...unexpectedExits.map((words) => `exited unexpectedly: ${words}`),
    ...EVENT_DEFECTS.filter(([defect]) => events[defect] > 0).map(
      ([defect, what]) => `events: ${events[defect]} ${what}`,
    ),
    ...DELIVERED_TYPES.filter((type) => events.types[type] === undefined).map(
      (type) => `events: no ${type}, so nothing was tested`,
    ),
    ...(stops.overdue > 0 ? [`${stops.overdue} hosts did not exit in time`] : []),
    ...(stops.unanswered > 0
      ? [`${stops.unanswered} requests were carried out and not answered because of a stop`]
      : []),
  ];
}

function problemsIn({ accounts, never }: Audit, when: string): string[] {
  return [
    ...Object.entries(accounts).flatMap(([kind, account]) =>
      DEFECTS.filter((defect) => account[defect] > 0).map(
        (defect) => `${kind}: ${account[defect]} ${defect} ${when}`,
      ),
    ),
    ...Object.entries(never)
      .filter(([, count]) => count !== 0)
      .map(([what, count]) => `${count} ${what} ${when}`),
  ];
}
