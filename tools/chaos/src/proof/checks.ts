import type { Check } from '@furrow/program';
import { quantile } from '@furrow/testbed/load';
import type { Report } from '../chaos.ts';
import { DEFECTS } from './account.ts';
import type { Audit } from './audit.ts';
import { DELIVERED_TYPES } from './event-account.ts';

const EVENT_DEFECTS = {
  lost: 'that were committed and never delivered',
  unwanted: 'that were delivered under a second id, or never happened',
  shared: 'requests under the id of another event',
} as const;

/** What a run was promised, and where a promise was not kept. */
export function checksOf(report: Report): Check[] {
  const { after, settled, stops } = report;
  const audits: readonly [when: string, audit: Audit][] = [
    ['after the last fault', after],
    ['once everything was repeated', settled],
    ['after the stops', stops.audit],
  ];
  const kinds = Object.keys(settled.accounts) as (keyof Audit['accounts'])[];
  return [
    ...kinds.map((kind) => kindCheck(kind, audits)),
    ...Object.keys(settled.never).map((what) => ({
      ...{ suite: 'never', what, asked: audits.length },
      problems: audits.flatMap(([when, { never }]) => (never[what] === 0 ? [] : [`${never[what]} ${when}`])),
    })),
    ...faultChecks(report),
    ...hostChecks(report),
    eventsCheck(report),
  ];
}

function kindCheck(kind: keyof Audit['accounts'], audits: readonly [when: string, audit: Audit][]): Check {
  const [first, settled] = audits.map(([, { accounts }]) => accounts[kind]);
  const { sent = 0, acknowledged = 0, refused = 0, unknown = 0, unknownButThere = 0 } = first ?? {};
  const left = settled?.unknown ?? 0;
  return {
    ...{ suite: 'stored', what: kind, asked: sent },
    problems: [
      ...audits.flatMap(([when, { accounts }]) =>
        DEFECTS.filter((defect) => accounts[kind][defect] > 0).map(
          (defect) => `${accounts[kind][defect]} ${defect} ${when}`,
        ),
      ),
      ...(left > 0 ? [`${left} still unknown after they were repeated`] : []),
      ...(settled?.acknowledged === 0 ? ['none was acknowledged, so nothing was tested'] : []),
    ],
    detail: `${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown, of which ${unknownButThere} are stored`,
  };
}

function faultChecks({ injected, untried, slow, servedAfterMs }: Report): Check[] {
  const times = [0.5, 1].map((part) => quantile(servedAfterMs, part));
  return [
    ...Object.entries(injected).map(([what, asked]) => ({ suite: 'faults', what, asked, problems: [] })),
    ...untried.map((what) => ({ suite: 'faults', what: `not tried: ${what}`, asked: 0, problems: [] })),
    {
      ...{ suite: 'faults', what: 'served again in time', asked: servedAfterMs.length, problems: slow },
      ...(servedAfterMs.length > 0 && { detail: `after ${times[0]} ms (median), ${times[1]} ms (longest)` }),
    },
  ];
}

function hostChecks({ unforeseen, errors, unexpectedExits, stops }: Report): Check[] {
  const of = (what: string, problems: readonly string[], asked = 0): Check => ({
    ...{ suite: 'hosts', what, asked, problems },
  });
  return [
    of(
      'answers that no fault explains',
      Object.entries(unforeseen).map(([answer, count]) => `${count} times ${answer}`),
    ),
    of('errors in the logs', errors),
    of('exits', unexpectedExits),
    of(
      'stops under load',
      [
        ...(stops.overdue > 0 ? [`${stops.overdue} did not exit in time`] : []),
        ...(stops.unanswered > 0
          ? [`${stops.unanswered} requests were carried out and not answered because of a stop`]
          : []),
      ],
      stops.injected,
    ),
  ];
}

function eventsCheck({ events }: Report): Check {
  const defects = Object.keys(EVENT_DEFECTS) as (keyof typeof EVENT_DEFECTS)[];
  return {
    ...{ suite: 'events', what: 'delivered', asked: events.committed },
    problems: [
      ...defects
        .filter((defect) => events[defect] > 0)
        .map((defect) => `${events[defect]} ${EVENT_DEFECTS[defect]}`),
      ...DELIVERED_TYPES.filter((type) => events.types[type] === undefined).map(
        (type) => `no ${type}, so nothing was tested`,
      ),
    ],
    detail: `${events.delivered} delivered in ${events.attempts} attempts`,
  };
}
