import { FAULTS } from './account.ts';
import type { Audit } from './audit.ts';
import type { Report } from './chaos.ts';

/** What is wrong, in words; nothing when all promises were kept. */
export function problemsOf(report: Report): string[] {
  const { after, settled, stops, unforeseen, deaths, errors, slow, wish } = report;
  return [
    ...[...problemsIn(after, 'after the last blow'), ...problemsIn(settled, 'once everything was repeated')],
    ...problemsIn(stops.audit, 'after the stops'),
    ...Object.entries(settled.accounts)
      .filter(([, { unknown }]) => unknown > 0)
      .map(([kind, { unknown }]) => `${kind}: ${unknown} still unknown after they were repeated`),
    ...Object.entries(settled.accounts)
      .filter(([kind, { acknowledged }]) => acknowledged === 0 && (kind !== 'reading' || wish.devices > 0))
      .map(([kind]) => `${kind}: not one was acknowledged, so nothing was tried`),
    ...Object.entries(unforeseen).map(([answer, count]) => `answered ${count} times: ${answer}`),
    ...errors.map((line) => `logged: ${line}`),
    ...slow,
    ...deaths.map((words) => `ended by itself: ${words}`),
    ...(stops.overdue > 0 ? [`${stops.overdue} hosts did not end by themselves`] : []),
    ...(stops.unanswered > 0
      ? [`${stops.unanswered} requests were carried out and not answered by a stop`]
      : []),
  ];
}

function problemsIn({ accounts, never }: Audit, when: string): string[] {
  return [
    ...Object.entries(accounts).flatMap(([kind, account]) =>
      FAULTS.filter((fault) => account[fault] > 0).map(
        (fault) => `${kind}: ${account[fault]} ${fault} ${when}`,
      ),
    ),
    ...Object.entries(never)
      .filter(([, count]) => count !== 0)
      .map(([what, count]) => `${count} ${what} ${when}`),
  ];
}
