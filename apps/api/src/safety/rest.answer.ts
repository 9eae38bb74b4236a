import type { DueRest, ProjectHeat, RestOfWorker } from '@furrow/safety';
import { type HeatReading, REST_METRICS, REST_STATUSES, type RestRuleState } from '@furrow/safety/domain';
import type { ListForm } from '../http/export/list-answer.ts';
import { columnsOf, LocalTimes, table } from '../http/export/table.ts';
import {
  about,
  count,
  dateTime,
  idOf,
  listOf,
  named,
  number,
  object,
  oneOf,
  orNull,
  success,
  text,
  type Value,
  within,
} from '../openapi/schema.ts';

const rule = named('RestRule', 'A rest that heat demands, as the farm file declares it.', {
  key: about(text, 'Its key in the farm file', 'ca-high-heat'),
  metric: about(oneOf(...REST_METRICS), 'What is measured: air temperature or heat index', 'te'),
  above: about(number, 'It is in force above this, °C', 35),
  restMinutes: about(within(count, { minimum: 1 }), 'The shortest break that counts', 10),
  everyMinutes: about(within(count, { minimum: 5 }), 'Minutes of work after which it is due', 120),
  source: about(orNull(text), 'Where it is from, in the farm’s words', 'Title 8, § 3395(e)(6)'),
});

const reading = named('HeatReading', 'The hottest of the latest readings of a project’s stations.', {
  deviceId: about(text, 'The station', 'ws-01'),
  value: about(number, 'Of the rule’s metric, °C', 36.4),
  at: about(dateTime, 'When it was measured', '2026-01-31T17:50:00.000Z'),
  ageSeconds: about(count, 'How old it was at `meta.asOf`', 240),
});

const rest = named('Rest', 'A worker on a running shift, and the next rest.', {
  workerId: about(idOf('worker'), 'Who is at work'),
  worker_name: about(orNull(text), 'Their full name', 'Ana María López'),
  shiftId: about(idOf('shift'), 'The running shift'),
  projectId: about(idOf('project'), 'Its project'),
  status: about(
    oneOf(...REST_STATUSES),
    '`due`: a break is overdue; `waiting`: it is due at `dueAt`; `none`: no rule is in force; `unknown`: there is no reading of the last 30 minutes',
    'due',
  ),
  minutesWorked: about(
    count,
    'Minutes worked since the last break of at least `restMinutes` of the rule, or of the strictest rule of the project',
    125,
  ),
  workedSince: about(dateTime, 'When that break ended, or the work began', '2026-01-31T15:45:00.000Z'),
  dueAt: about(orNull(dateTime), 'Null without a rule in force', '2026-01-31T17:45:00.000Z'),
  rule: about(orNull(rule), 'The strictest rule in force'),
  reading: about(orNull(reading), 'The reading by which it is in force'),
});

const projectHeat = named('ProjectHeat', 'The rest rules of a project in use, and how hot it is.', {
  projectId: about(idOf('project'), 'A project that has rules'),
  rules: about(listOf(rule), 'Any number of them may be exceeded'),
  te: about(orNull(reading), 'The hottest of the stations’ latest temperatures; null without a recent one'),
  heatIndex: about(orNull(reading), 'The same of the heat index'),
});

export const REST = success(listOf(rest), {
  meta: object({
    asOf: about(dateTime, 'When all of it was so', '2026-01-31T17:54:00.000Z'),
    projects: about(
      listOf(projectHeat),
      'By project, so that a phone without signal goes on by them: also where nobody is at work',
    ),
  }),
});

const dueRest = named('DueRest', 'A rest that was due.', {
  restDueId: about(idOf('restDue'), 'Its id, as in the event `rest.due`'),
  workerId: about(idOf('worker'), 'Whose it was'),
  worker_name: about(orNull(text), 'Their full name', 'Ana María López'),
  shiftId: about(idOf('shift'), 'The shift that was running'),
  projectId: about(idOf('project'), 'Its project'),
  workedSince: about(dateTime, 'When the break before ended, or the work began', '2026-01-31T15:45:00.000Z'),
  dueAt: about(dateTime, 'When it was due', '2026-01-31T17:45:00.000Z'),
  notedAt: about(dateTime, 'When that was noticed and the event was sent', '2026-01-31T17:45:12.000Z'),
  rule: about(text, 'Key of the rule then in force', 'ca-high-heat'),
  metric: about(oneOf(...REST_METRICS), 'Its metric', 'te'),
  above: about(number, 'Its limit then, °C', 35),
  restMinutes: about(count, 'The break that it demanded', 10),
  everyMinutes: about(count, 'After so many minutes of work', 120),
  source: about(orNull(text), 'Where it is from', 'Title 8, § 3395(e)(6)'),
  deviceId: about(text, 'The station of the reading', 'ws-01'),
  value: about(number, 'The reading, °C', 36.4),
  measuredAt: about(dateTime, 'When it was measured', '2026-01-31T17:40:00.000Z'),
  restedAt: about(
    orNull(dateTime),
    'When the first break that is long enough began; null: none is known',
    '2026-01-31T17:50:00.000Z',
  ),
  rested: about(orNull(count), 'How long that break lasts, minutes', 12),
  correctedAt: about(
    orNull(dateTime),
    'When shifts that came later showed that it had not been due; null: it was',
    '2026-01-31T18:30:00.000Z',
  ),
});
export const DUE_RESTS = success(listOf(dueRest));

const iso = (instant: number | Date | null) => (instant === null ? null : new Date(instant).toISOString());
const at = (instant: number | Date) => new Date(instant).toISOString();

const ruleAnswer = (state: RestRuleState): Value<typeof rule> => {
  const { key, metric, above, restMinutes, everyMinutes, source } = state;
  return { key, metric, above, restMinutes, everyMinutes, source };
};

export function restAnswer(worker: RestOfWorker, asOf: Date): Value<typeof rest> {
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
  } satisfies Value<typeof projectHeat>;
}

function readingAnswer(read: HeatReading | null | undefined, asOf: Date): Value<typeof reading> | null {
  if (!read) return null;
  const ageSeconds = Math.max(0, Math.round((asOf.getTime() - read.at) / 1_000));
  return { deviceId: read.deviceId, value: read.value, at: at(read.at), ageSeconds };
}

export function dueRestAnswer(due: DueRest): Value<typeof dueRest> {
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
export function dueRestForm(timezone: string): ListForm<Value<typeof dueRest>> {
  const times = new LocalTimes();
  const withLocal = (member: 'dueAt' | 'restedAt', heading: string) => ({
    [member]: (item: Value<typeof dueRest>) => item[member],
    [heading]: (item: Value<typeof dueRest>) => times.of(item[member], timezone),
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
