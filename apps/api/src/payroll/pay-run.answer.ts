import {
  ACKNOWLEDGEABLE,
  FIXED_BONUS,
  FLAGS,
  LINE_KINDS,
  MINIMUM_BASES,
  MINIMUM_PER,
  REST_BREAKS,
  TIER_PER,
  WEEKDAYS,
} from '@furrow/payroll/domain';
import { PAGE_META } from '../http/page-query.ts';
import * as s from '../openapi/schema.ts';
import { XLSX } from '../http/export/xlsx.ts';

export const FLAG = s.named('PayFlag', 'Something that needs attention.', {
  code: s.about(
    s.oneOf(...FLAGS),
    '`outside_shift`, `hours_elsewhere` and `too_old_to_correct` do not prevent freezing; `negative_gross` does not once ' +
      'it is acknowledged',
    'hours_missing',
  ),
  'workerId?': s.about(s.idOf('worker'), 'The worker concerned'),
  'sessionId?': s.about(s.idOf('session'), 'In which session'),
  'shiftId?': s.about(s.idOf('shift'), 'In which shift'),
  'day?': s.about(s.date, 'On which local day'),
  'payRunId?': s.about(s.idOf('payRun'), 'The frozen run whose days it concerns, if it is another one'),
});

const policy = s.named('PayPolicy', 'A pay policy of the company’s farm file.', {
  validFrom: s.about(s.date, 'The first local day on which it applies'),
  hourlyRate: s.about(s.orNull(s.number), 'Pay for an hour of hourly shifts, in the currency', 12),
  minimumWage: s.about(
    s.orNull(
      s.object({
        amount: s.about(s.number, 'In the currency', 10),
        per: s.about(s.oneOf(...MINIMUM_PER), 'The time that it covers', 'hour'),
      }),
    ),
    'The minimum for an hour or a day',
    { amount: 10, per: 'hour' },
  ),
  minimumWageBasis: s.about(s.oneOf(...MINIMUM_BASES), 'The period over which it is compared', 'shift'),
  nonproductiveRate: s.about(
    s.orNull(s.number),
    'Pay for an hour of nonproductive shifts, in the currency',
    null,
  ),
  restBreaks: s.about(s.oneOf(...REST_BREAKS), 'Whether rests are paid separately', 'none'),
  overtime: s.about(
    s.orNull(
      s.object({
        weeklyHours: s.about(s.orNull(s.number), 'Hours of a workweek', 40),
        dailyHours: s.about(s.orNull(s.number), 'Hours of a day', null),
        premium: s.about(s.number, 'In addition to the regular rate, as a share of it', 0.5),
      }),
    ),
    'The hours beyond which a premium is paid',
    { weeklyHours: 40, dailyHours: null, premium: 0.5 },
  ),
  workweekStartsOn: s.about(
    s.schemaOf<string>(s.oneOf(...WEEKDAYS)),
    'The first day of a workweek',
    'monday',
  ),
  fixedBonus: s.about(s.oneOf(...FIXED_BONUS), 'How a `fixed` bonus is shared', 'equal'),
  group: s.about(
    s.orNull(s.text),
    'The group whose workers it is for; null: those whose group has none',
    null,
  ),
  tiers: s.about(
    s.listOf(
      s.object({
        unit: s.about(s.text, 'Unit of the sessions that are counted', 'box'),
        per: s.about(s.oneOf(...TIER_PER), 'The time in which units are counted', 'day'),
        from: s.about(s.number, 'The units above which the premium is paid', 60),
        premium: s.about(s.number, 'For each unit above, in the currency', 0.1),
      }),
    ),
    'Premiums above a number of units',
    [],
  ),
});

const manual = s.named('ManualEntry', 'Who added an amount by hand, when and why.', {
  payLineId: s.about(s.idOf('payLine'), 'The line that the office stated'),
  reason: s.about(s.text, 'Why', 'Own vehicle used'),
  createdBy: s.about(s.text, 'The admin’s idpId', 'demo|clara'),
  createdAt: s.about(s.dateTime, 'When it was added'),
});

const counted = s.named('CountedContainer', 'Containers of one kind.', {
  name: s.about(s.text, 'The name of the container', 'Crate'),
  count: s.about(s.count, 'How many of them', 11),
});

export const LINE = s.named('PayLine', 'One sum of a statement.', {
  kind: s.about(s.oneOf(...LINE_KINDS), 'In the order of computation', 'piece'),
  day: s.about(s.orNull(s.date), 'The local day; for a workweek its first'),
  sessionId: s.about(s.orNull(s.idOf('session')), 'The session of pieces and bonuses'),
  shiftId: s.about(s.orNull(s.idOf('shift')), 'The shift of hours, and of a top-up over a shift', null),
  quantity: s.about(s.orNull(s.number), 'Units, hours, days or money, to 6 decimals', 491),
  unit: s.about(
    s.orNull(s.text),
    '`h` and `d` are hours and days, `%` is a share of money, else the session’s unit',
    'kg',
  ),
  rate: s.about(s.orNull(s.number), 'Money per unit of the quantity, to 6 decimals', 1),
  amount: s.about(s.number, 'In the currency, with its decimals', 491),
  payRunId: s.about(s.orNull(s.idOf('payRun')), 'For an adjustment: the frozen run that it corrects', null),
  'shared?': s.about(
    s.number,
    'Of a piece: the units that are parts of shared records, if there are any',
    120.5,
  ),
  'manual?': s.about(manual, 'Of a line of the kind `manual`'),
  'containers?': s.about(s.listOf(counted), 'Of pieces in containers: what they were picked into'),
});

export const HOURS = s.object({
  piece: s.about(s.number, 'Hours in piece shifts', 46),
  hourly: s.about(s.number, 'Hours in hourly shifts', 0),
  nonproductive: s.about(s.number, 'Hours in nonproductive shifts', 4),
  rest: s.about(s.number, 'Hours of rest in all shifts', 0),
  total: s.about(s.number, 'Hours in all shifts', 50),
  overtime: s.about(s.number, 'Hours that are paid as overtime', 10),
});

const statementMembers = {
  workerId: s.about(s.idOf('worker'), 'Who is paid'),
  worker_id: s.about(s.text, 'The worker’s code', 'AML0315'),
  worker_name: s.about(s.text, 'Full name', 'Ana María López'),
  'group?': s.about(s.text, 'The worker’s group on the first day of the run', 'h2a'),
  lines: s.about(s.listOf(LINE), 'In the order of computation'),
  hours: s.about(HOURS, 'To 6 decimals; rests are part of the others', {
    piece: 46,
    hourly: 0,
    nonproductive: 4,
    rest: 0,
    total: 50,
    overtime: 10,
  }),
  units: s.about(s.number, 'Valid units, whatever was counted', 491),
  regularRate: s.about(s.orNull(s.number), 'Earnings per hour without overtime, to 6 decimals', 10.46),
  gross: s.about(s.number, 'The sum of the lines', 575.3),
};
export const STATEMENT_OF_WORKER = s.named(
  'PayStatement',
  'What one worker is owed, step by step.',
  statementMembers,
);

const head = {
  payRunId: s.about(s.idOf('payRun'), 'Id of the run'),
  status: s.about(s.oneOf('draft', 'frozen'), 'A draft is recalculated on every read', 'draft'),
  from: s.about(s.date, 'First local day', '2026-01-12'),
  to: s.about(s.date, 'Last local day, inclusive', '2026-01-18'),
  projectId: s.about(s.orNull(s.idOf('project')), 'Null: all projects', null),
  createdAt: s.about(s.dateTime, 'When it was created'),
  frozenAt: s.about(s.orNull(s.dateTime), 'When it was frozen', null),
};

const acknowledgement = s.named('PayAcknowledgement', 'A flag that an admin acknowledged when freezing.', {
  code: s.about(s.oneOf(...ACKNOWLEDGEABLE), 'Of all such flags of the run', 'negative_gross'),
  by: s.about(s.text, 'The admin’s idpId', 'demo|clara'),
  at: s.about(s.dateTime, 'When it was acknowledged'),
});
const acknowledged = s.about(s.listOf(acknowledgement), 'Empty for a draft');

const work = {
  currency: s.about(s.orNull(s.text), 'Currency of all amounts, an ISO 4217 code', 'USD'),
  policy: s.about(s.orNull(policy), 'In force on the first day, of workers whose group has none; null: none'),
  'groupPolicies?': s.about(s.listOf(policy), 'Those of groups that are in force on the first day, if any'),
  flags: s.about(s.listOf(FLAG), 'What needs attention'),
};
const totals = s.object({
  workers: s.about(s.count, 'With a statement', 1),
  hours: s.about(s.number, 'Hours of all workers', 50),
  units: s.about(s.number, 'Units of all workers, whatever was counted', 491),
  gross: s.about(s.number, 'Pay of all workers', 575.3),
});
const members = {
  ...head,
  acknowledged,
  ...work,
  calculatedAt: s.about(s.dateTime, 'When the figures were calculated; `frozenAt` if it is frozen'),
  statements: s.about(s.listOf(STATEMENT_OF_WORKER), 'By worker id'),
  totals: s.about(totals, 'Sums over all statements'),
};
const run = s.named('PayRun', 'What all workers are owed for a range of days.', members);

const listed = s.named('ListedPayRun', 'A pay run in a list, with the figures of its last calculation.', {
  ...head,
  acknowledged,
  ...work,
  calculatedAt: s.about(
    s.orNull(s.dateTime),
    'When the figures were calculated; null: not yet, and there are none',
  ),
  flags: s.about(s.listOf(FLAG), 'What needs attention, at most the first 100'),
  flagCount: s.about(s.orNull(s.count), 'The number of all flags', 0),
  totals: s.about(s.orNull(totals), 'Sums over all statements'),
  'statements?': s.about(
    s.listOf(STATEMENT_OF_WORKER),
    'Of a frozen run, by worker id; left out for a draft and with `statements=false`',
  ),
});
const own = s.named('PayStatementOfRun', 'What one worker is owed in a pay run.', {
  ...head,
  ...work,
  ...statementMembers,
});

const adjustment = s.object({
  workerId: s.about(s.idOf('worker'), 'Whose next statement has it'),
  worker_id: s.about(s.text, 'The worker’s code', 'AML0315'),
  worker_name: s.about(s.text, 'Full name', 'Ana María López'),
  amount: s.about(s.number, 'What is owed in addition; below zero: what was paid too much', -5),
});
export const COMING_ADJUSTMENTS = s.success(
  s.named('ComingAdjustments', 'What has changed in the days of a frozen pay run.', {
    currency: s.about(s.orNull(s.text), 'Currency of the run, an ISO 4217 code', 'USD'),
    flags: s.about(s.listOf(FLAG), 'What needs attention in these days since'),
    adjustments: s.about(s.listOf(adjustment), 'By worker id'),
  }),
);

export const PAY_RUN = s.success(run);
export const PAY_RUNS = s.success(s.listOf(listed), { meta: PAGE_META });
export const STATEMENT = s.success(own);

type Run = s.Value<typeof run>;
/** What every answer of a run begins with. */
export type RunHead = s.ValueOf<typeof head>;
/** The answer of a run in the parts in which it is written. */
export type RunTerms = Omit<Run, keyof RunFigures>;
export type RunFigures = Pick<Run, 'calculatedAt' | 'flags' | 'statements' | 'totals'>;
export type ListedRun = s.Value<typeof listed>;
export type Statement = s.Value<typeof STATEMENT_OF_WORKER>;
export type StatementOfRun = s.Value<typeof own>;

const bytes = (description: string) => s.about(s.within(s.text, { format: 'binary' }), description);
export const EXPORT_CONTENT = {
  'text/csv': {
    schema: s.about(s.text, 'UTF-8 with a byte order mark'),
    example: `payRunId,status,from,to,workerId,worker_id,worker_name,kind,day,…\r\n${s.EXAMPLE_IDS.payRun},frozen,2026-01-12,2026-01-18,${s.EXAMPLE_IDS.worker},AML0315,Ana María López,piece,2026-01-12,…\r\n`,
  },
  [XLSX]: { schema: bytes('A workbook of one sheet: days are dates, numbers are numbers') },
};
export const PDF_CONTENT = { 'application/pdf': { schema: bytes('One page of A4') } };
