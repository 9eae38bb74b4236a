import { aligned } from '@furrow/program';
import { quantile } from '@furrow/testbed/load';
import type { Report } from '../chaos.ts';

const HEAD = 'OPERATION SENT ACKNOWLEDGED REFUSED UNKNOWN OF_WHICH_STORED LOST DOUBLED ALTERED';

/** The report as a table. */
export function tableOf(report: Report): string {
  const { after, settled, stops, settings, seconds, injected, untried, events, servedAfterMs } = report;
  const isFailover = injected['failover'] !== undefined;
  const rows = Object.entries(settled.accounts).map(([kind, final]) => {
    const first = after.accounts[kind as keyof typeof after.accounts];
    const { sent, acknowledged, refused, unknown, unknownButThere } = first;
    const counts = [sent, acknowledged, refused, unknown, unknownButThere];
    counts.push(final.lost, final.doubled, final.altered);
    return [kind, ...counts.map((count) => count.toLocaleString('en'))];
  });
  const never = Object.entries(settled.never).map(([what, count]) => `${String(count).padStart(6)}  ${what}`);
  const faults = Object.entries(injected).map(([what, count]) => `${String(count).padStart(6)}  ${what}`);
  return [
    aligned([HEAD.split(' ').map((head) => head.replaceAll('_', ' ')), ...rows], (column) => column > 0),
    ...['', 'Violated invariants:', ...never],
    ...[
      '',
      `Faults injected in ${seconds} s:`,
      ...faults,
      `${String(stops.injected).padStart(6)}  stops under load`,
    ],
    ...[
      '',
      `Events: ${count(events.delivered)} delivered of ${count(events.committed)} committed, in ${count(events.attempts)} attempts; ` +
        `lost ${count(events.lost)}, duplicated or unfounded ${count(events.unwanted)}, with the id of another ${count(events.shared)}.`,
    ],
    ...(servedAfterMs.length > 0
      ? [
          `Served again after ${quantile(servedAfterMs, 0.5)} ms in the median, ${quantile(servedAfterMs, 1)} ms at most.`,
        ]
      : []),
    ...untried.map((what) => `   not  ${what}`),
    '',
    `Repeat with: npm run chaos -- --seed ${settings.seed} --kills ${settings.kills}${isFailover ? ' --failover' : ''}`,
  ].join('\n');
}

const count = (number: number) => number.toLocaleString('en');
