import type { DueRest, ProjectHeat, RestOfWorker } from '@furrow/safety';
import { type HeatReading, REST_METRICS, REST_STATUSES, type RestRuleState } from '@furrow/safety/domain';
import type { ListForm } from '../http/export/list-answer.ts';
import { columnsOf, LocalTimes, table } from '../http/export/table.ts';
import * as s from '../openapi/schema.ts';

const rule = s.named('RestRule', 'A rest that heat demands, as the farm file declares it.', {
  key: s.about(s.text, 'Its key in the farm file', 'ca-high-heat'),
  metric: s.about(s.oneOf(...REST_METRICS), 'What is measured: air temperature or heat index', 'te'),
  above: s.about(s.number, 'It is in force above this, °C', 35),
  restMinutes: s.about(s.within(s.count, { minimum: 1 }), 'The shortest break that counts', 10),
  everyMinutes: s.about(s.within(s.count, { minimum: 5 }), 'Minutes of work after which it is due', 120),
  source: s.about(s.orNull(s.text), 'Where it is from, in the farm’s words', 'Title 8, § 3395(e)(6)'),
});

const reading = s.named('HeatReading', 'The hottest of the latest readings of a project’s stations.', {
  deviceId: s.about(s.text, 'The station', 'ws-01'),
  value: s.about(s.number, 'Of the rule’s metric, °C', 36.4),
  at: s.about(s.dateTime, 'When it was measured', '2026-01-31T17:50:00.000Z'),
  ageSeconds: s.about(s.count, 'How old it was at `meta.asOf`', 240),
});

const rest = s.named('Rest', 'A worker on a running shift, and the next rest.', {
  workerId: s.about(s.idOf('worker'), 'Who is at work'),
  worker_name: s.about(s.orNull(s.text), 'Their full name', 'Ana María López'),
  shiftId: s.about(s.idOf('shift'), 'The running shift'),
  projectId: s.about(s.idOf('project'), 'Its project'),
  status: s.about(
    s.oneOf(...REST_STATUSES),
    '`due`: a break is overdue; `waiting`: it is due at `dueAt`; `none`: no rule is in force; `unknown`: there is no reading of the last 30 minutes',
    'due',
  ),
  minutesWorked: s.about(
    s.count,
    'Minutes worked since the last break of at least `restMinutes` of the rule, or of the strictest rule of the project',
    125,
  ),
  workedSince: s.about(s.dateTime, 'When that break ended, or the work began', '2026-01-31T15:45:00.000Z'),
  dueAt: s.about(s.orNull(s.dateTime), 'Null without a rule in force', '2026-01-31T17:45:00.000Z'),
  rule: s.about(s.orNull(rule), 'The strictest rule in force'),
  reading: s.about(s.orNull(reading), 'The reading by which it is in force'),
});

const projectHeat = s.named('ProjectHeat', 'The rest rules of a project in use, and how hot it is.', {
  projectId: s.about(s.idOf('project'), 'A project that has rules'),
  rules: s.about(s.listOf(rule), 'Any number of them may be exceeded'),
  te: s.about(
    s.orNull(reading),
    'The hottest of the stations’ latest temperatures; null without a recent one',
  ),
  heatIndex: s.about(s.orNull(reading), 'The same of the heat index'),
});

export const REST = s.success(s.listOf(rest), {
  meta: s.object({
    asOf: s.about(s.dateTime, 'When all of it was so', '2026-01-31T17:54:00.000Z'),
    projects: s.about(
      s.listOf(projectHeat),
      'By project, so that a phone without signal goes on by them: also where nobody is at work',
    ),
  }),
});

const dueRest = s.named('DueRest', 'A rest that was due.', {
  restDueId: s.about(s.idOf('restDue'), 'Its id, as in the event `rest.due`'),
  workerId: s.about(s.idOf('worker'), 'Whose it was'),
  worker_name: s.about(s.orNull(s.text), 'Their full name', 'Ana María López'),
  shiftId: s.about(s.idOf('shift'), 'The shift that was running'),
  projectId: s.about(s.idOf('project'), 'Its project'),
  workedSince: s.about(
    s.dateTime,
    'When the break before ended, or the work began',
    '2026-01-31T15:45:00.000Z',
  ),
  dueAt: s.about(s.dateTime, 'When it was due', '2026-01-31T17:45:00.000Z'),
  notedAt: s.about(s.dateTime, 'When that was noticed and the event was sent', '2026-01-31T17:45:12.000Z'),
  rule: s.about(s.text, 'Key of the rule then in force', 'ca-high-heat'),
  metric: s.about(s.oneOf(...REST_METRICS), 'Its metric', 'te'),
  above: s.about(s.number, 'Its limit then, °C', 35),
  restMinutes: s.about(s.count, 'The break that it demanded', 10),
  everyMinutes: s.about(s.count, 'After so many minutes of work', 120),
  source: s.about(s.orNull(s.text), 'Where it is from', 'Title 8, § 3395(e)(6)'),
  deviceId: s.about(s.text, 'The station of the reading', 'ws-01'),
  value: s.about(s.number, 'The reading, °C', 36.4),
  measuredAt: s.about(s.dateTime, 'When it was measured', '2026-01-31T17:40:00.000Z'),
  restedAt: s.about(
    s.orNull(s.dateTime),
    'When the first break that is long enough began; null: none is known',
    '2026-01-31T17:50:00.000Z',
  ),
  rested: s.about(s.orNull(s.count), 'How long that break lasts, minutes', 12),
  correctedAt: s.about(
    s.orNull(s.dateTime),
    'When shifts that came later showed that it had not been due; null: it was',
    '2026-01-31T18:30:00.000Z',
  ),
});
export const DUE_RESTS = s.success(s.listOf(dueRest));

const iso = (instant: number | Date | null) => (instant === null ? null : new Date(instant).toISOString());
const at = (instant: number | Date) => new Date(instant).toISOString();

const ruleAnswer = (state: RestRuleState): s.Value<typeof rule> => {
  const { key, metric, above, restMinutes, everyMinutes, source } = state;
  return { key, metric, above, restMinutes, everyMinutes, source };
};

export function restAnswer(worker: RestOfWorker, asOf: Date): s.Value<typeof rest> {
  const { workerId, worker_name, shiftId, projectId, status, minutesWorked, reading: read } = worker;
  return {
    ...{ workerId, worker_name, shiftId, projectId, status, minutesWorked },
    ...{ workedSince: at(worker.workedSince), dueAt: iso(worker.dueAt) },
    rule: worker.rule && ruleAnswer(worker.rule),
    reading: readingAnswer(read, asOf),
  };
}

export function projectHeatAnswer({ projectId, rules, heat }: ProjectHeat, asOf: Date) {
  return {
    ...{ projectId, rules: rules.map(ruleAnswer) },
    te: readingAnswer(heat.te, asOf),
    heatIndex: readingAnswer(heat['heat-index'], asOf),
  } satisfies s.Value<typeof projectHeat>;
}

function readingAnswer(read: HeatReading | null | undefined, asOf: Date): s.Value<typeof reading> | null {
  if (!read) return null;
  const ageSeconds = Math.max(0, Math.round((asOf.getTime() - read.at) / 1_000));
  return { deviceId: read.deviceId, value: read.value, at: at(read.at), ageSeconds };
}

export function dueRestAnswer(due: DueRest): s.Value<typeof dueRest> {
  const { restDueId, workerId, worker_name, shiftId, projectId, reading: read } = due;
  const { key, ...own } = ruleAnswer(due.rule);
  return {
    ...{ restDueId, workerId, worker_name, shiftId, projectId, workedSince: at(due.workedSince) },
    ...{ dueAt: at(due.dueAt), notedAt: at(due.notedAt), rule: key, ...own },
    ...{ deviceId: read.deviceId, value: read.value, measuredAt: at(read.at) },
    ...{ restedAt: iso(due.restedAt), rested: due.restMinutes, correctedAt: iso(due.correctedAt) },
  };
}

/** Instants in UTC, those that people compare also in local time. */
export function dueRestForm(timezone: string): ListForm<s.Value<typeof dueRest>> {
  const times = new LocalTimes();
  const withLocal = (member: 'dueAt' | 'restedAt', heading: string) => ({
    [member]: (item: s.Value<typeof dueRest>) => item[member],
    [heading]: (item: s.Value<typeof dueRest>) => times.of(item[member], timezone),
  });
  return {
    name: 'rests',
    table: table(
      columnsOf(dueRest, {
        dueAt: withLocal('dueAt', 'dueLocal'),
        restedAt: withLocal('restedAt', 'restedLocal'),
      }),
    ),
  };
}
