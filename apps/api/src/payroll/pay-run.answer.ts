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
import {
  about,
  count,
  date,
  dateTime,
  EXAMPLE_IDS,
  idOf,
  listOf,
  named,
  number,
  object,
  oneOf,
  orNull,
  schemaOf,
  success,
  text,
  type Value,
  type ValueOf,
  within,
} from '../openapi/schema.ts';
import { XLSX } from '../http/export/xlsx.ts';

export const FLAG = named('PayFlag', 'Something that needs attention.', {
  code: about(
    oneOf(...FLAGS),
    '`outside_shift`, `hours_elsewhere` and `too_old_to_correct` do not prevent freezing; `negative_gross` does not once ' +
      'it is acknowledged',
    'hours_missing',
  ),
  'workerId?': about(idOf('worker'), 'The worker concerned'),
  'sessionId?': about(idOf('session'), 'In which session'),
  'shiftId?': about(idOf('shift'), 'In which shift'),
  'day?': about(date, 'On which local day'),
  'payRunId?': about(idOf('payRun'), 'The frozen run whose days it concerns, if it is another one'),
});

const policy = named('PayPolicy', 'A pay policy of the company’s farm file.', {
  validFrom: about(date, 'The first local day on which it applies'),
  hourlyRate: about(orNull(number), 'Pay for an hour of hourly shifts, in the currency', 12),
  minimumWage: about(
    orNull(
      object({
        amount: about(number, 'In the currency', 10),
        per: about(oneOf(...MINIMUM_PER), 'The time that it covers', 'hour'),
      }),
    ),
    'The minimum for an hour or a day',
    { amount: 10, per: 'hour' },
  ),
  minimumWageBasis: about(oneOf(...MINIMUM_BASES), 'The period over which it is compared', 'shift'),
  nonproductiveRate: about(orNull(number), 'Pay for an hour of nonproductive shifts, in the currency', null),
  restBreaks: about(oneOf(...REST_BREAKS), 'Whether rests are paid separately', 'none'),
  overtime: about(
    orNull(
      object({
        weeklyHours: about(orNull(number), 'Hours of a workweek', 40),
        dailyHours: about(orNull(number), 'Hours of a day', null),
        premium: about(number, 'In addition to the regular rate, as a share of it', 0.5),
      }),
    ),
    'The hours beyond which a premium is paid',
    { weeklyHours: 40, dailyHours: null, premium: 0.5 },
  ),
  workweekStartsOn: about(schemaOf<string>(oneOf(...WEEKDAYS)), 'The first day of a workweek', 'monday'),
  fixedBonus: about(oneOf(...FIXED_BONUS), 'How a `fixed` bonus is shared', 'equal'),
  group: about(orNull(text), 'The group whose workers it is for; null: those whose group has none', null),
  tiers: about(
    listOf(
      object({
        unit: about(text, 'Unit of the sessions that are counted', 'box'),
        per: about(oneOf(...TIER_PER), 'The time in which units are counted', 'day'),
        from: about(number, 'The units above which the premium is paid', 60),
        premium: about(number, 'For each unit above, in the currency', 0.1),
      }),
    ),
    'Premiums above a number of units',
    [],
  ),
});

const manual = named('ManualEntry', 'Who added an amount by hand, when and why.', {
  payLineId: about(idOf('payLine'), 'The line that the office stated'),
  reason: about(text, 'Why', 'Own vehicle used'),
  createdBy: about(text, 'The admin’s idpId', 'demo|clara'),
  createdAt: about(dateTime, 'When it was added'),
});

const counted = named('CountedContainer', 'Containers of one kind.', {
  name: about(text, 'The name of the container', 'Crate'),
  count: about(count, 'How many of them', 11),
});

export const LINE = named('PayLine', 'One sum of a statement.', {
  kind: about(oneOf(...LINE_KINDS), 'In the order of computation', 'piece'),
  day: about(orNull(date), 'The local day; for a workweek its first'),
  sessionId: about(orNull(idOf('session')), 'The session of pieces and bonuses'),
  shiftId: about(orNull(idOf('shift')), 'The shift of hours, and of a top-up over a shift', null),
  quantity: about(orNull(number), 'Units, hours, days or money, to 6 decimals', 491),
  unit: about(
    orNull(text),
    '`h` and `d` are hours and days, `%` is a share of money, else the session’s unit',
    'kg',
  ),
  rate: about(orNull(number), 'Money per unit of the quantity, to 6 decimals', 1),
  amount: about(number, 'In the currency, with its decimals', 491),
  payRunId: about(orNull(idOf('payRun')), 'For an adjustment: the frozen run that it corrects', null),
  'shared?': about(number, 'Of a piece: the units that are parts of shared records, if there are any', 120.5),
  'manual?': about(manual, 'Of a line of the kind `manual`'),
  'containers?': about(listOf(counted), 'Of pieces in containers: what they were picked into'),
});

export const HOURS = object({
  piece: about(number, 'Hours in piece shifts', 46),
  hourly: about(number, 'Hours in hourly shifts', 0),
  nonproductive: about(number, 'Hours in nonproductive shifts', 4),
  rest: about(number, 'Hours of rest in all shifts', 0),
  total: about(number, 'Hours in all shifts', 50),
  overtime: about(number, 'Hours that are paid as overtime', 10),
});

const statementMembers = {
  workerId: about(idOf('worker'), 'Who is paid'),
  worker_id: about(text, 'The worker’s code', 'AML0315'),
  worker_name: about(text, 'Full name', 'Ana María López'),
  'group?': about(text, 'The worker’s group on the first day of the run', 'h2a'),
  lines: about(listOf(LINE), 'In the order of computation'),
  hours: about(HOURS, 'To 6 decimals; rests are part of the others', {
    piece: 46,
    hourly: 0,
    nonproductive: 4,
    rest: 0,
    total: 50,
    overtime: 10,
  }),
  units: about(number, 'Valid units, whatever was counted', 491),
  regularRate: about(orNull(number), 'Earnings per hour without overtime, to 6 decimals', 10.46),
  gross: about(number, 'The sum of the lines', 575.3),
};
export const STATEMENT_OF_WORKER = named(
  'PayStatement',
  'What one worker is owed, step by step.',
  statementMembers,
);

const head = {
  payRunId: about(idOf('payRun'), 'Id of the run'),
  status: about(oneOf('draft', 'frozen'), 'A draft is recalculated on every read', 'draft'),
  from: about(date, 'First local day', '2026-01-12'),
  to: about(date, 'Last local day, inclusive', '2026-01-18'),
  projectId: about(orNull(idOf('project')), 'Null: all projects', null),
  createdAt: about(dateTime, 'When it was created'),
  frozenAt: about(orNull(dateTime), 'When it was frozen', null),
};

const acknowledgement = named('PayAcknowledgement', 'A flag that an admin acknowledged when freezing.', {
  code: about(oneOf(...ACKNOWLEDGEABLE), 'Of all such flags of the run', 'negative_gross'),
  by: about(text, 'The admin’s idpId', 'demo|clara'),
  at: about(dateTime, 'When it was acknowledged'),
});
const acknowledged = about(listOf(acknowledgement), 'Empty for a draft');

const work = {
  currency: about(orNull(text), 'Currency of all amounts, an ISO 4217 code', 'USD'),
  policy: about(orNull(policy), 'In force on the first day, of workers whose group has none; null: none'),
  'groupPolicies?': about(listOf(policy), 'Those of groups that are in force on the first day, if any'),
  flags: about(listOf(FLAG), 'What needs attention'),
};
const totals = object({
  workers: about(count, 'With a statement', 1),
  hours: about(number, 'Hours of all workers', 50),
  units: about(number, 'Units of all workers, whatever was counted', 491),
  gross: about(number, 'Pay of all workers', 575.3),
});
const members = {
  ...head,
  acknowledged,
  ...work,
  calculatedAt: about(dateTime, 'When the figures were calculated; `frozenAt` if it is frozen'),
  statements: about(listOf(STATEMENT_OF_WORKER), 'By worker id'),
  totals: about(totals, 'Sums over all statements'),
};
const run = named('PayRun', 'What all workers are owed for a range of days.', members);

const listed = named('ListedPayRun', 'A pay run in a list, with the figures of its last calculation.', {
  ...head,
  acknowledged,
  ...work,
  calculatedAt: about(
    orNull(dateTime),
    'When the figures were calculated; null: not yet, and there are none',
  ),
  flags: about(listOf(FLAG), 'What needs attention, at most the first 100'),
  flagCount: about(orNull(count), 'The number of all flags', 0),
  totals: about(orNull(totals), 'Sums over all statements'),
  'statements?': about(
    listOf(STATEMENT_OF_WORKER),
    'Of a frozen run, by worker id; left out for a draft and with `statements=false`',
  ),
});
const own = named('PayStatementOfRun', 'What one worker is owed in a pay run.', {
  ...head,
  ...work,
  ...statementMembers,
});

const adjustment = object({
  workerId: about(idOf('worker'), 'Whose next statement has it'),
  worker_id: about(text, 'The worker’s code', 'AML0315'),
  worker_name: about(text, 'Full name', 'Ana María López'),
  amount: about(number, 'What is owed in addition; below zero: what was paid too much', -5),
});
export const COMING_ADJUSTMENTS = success(
  named('ComingAdjustments', 'What has changed in the days of a frozen pay run.', {
    currency: about(orNull(text), 'Currency of the run, an ISO 4217 code', 'USD'),
    flags: about(listOf(FLAG), 'What needs attention in these days since'),
    adjustments: about(listOf(adjustment), 'By worker id'),
  }),
);

export const PAY_RUN = success(run);
export const PAY_RUNS = success(listOf(listed), { meta: PAGE_META });
export const STATEMENT = success(own);

type Run = Value<typeof run>;
/** What every answer of a run begins with. */
export type RunHead = ValueOf<typeof head>;
/** The answer of a run in the parts in which it is written. */
export type RunTerms = Omit<Run, keyof RunFigures>;
export type RunFigures = Pick<Run, 'calculatedAt' | 'flags' | 'statements' | 'totals'>;
export type ListedRun = Value<typeof listed>;
export type Statement = Value<typeof STATEMENT_OF_WORKER>;
export type StatementOfRun = Value<typeof own>;

const bytes = (description: string) => about(within(text, { format: 'binary' }), description);
export const EXPORT_CONTENT = {
  'text/csv': {
    schema: about(text, 'UTF-8 with a byte order mark'),
    example: `payRunId,status,from,to,workerId,worker_id,worker_name,kind,day,…\r\n${EXAMPLE_IDS.payRun},frozen,2026-01-12,2026-01-18,${EXAMPLE_IDS.worker},AML0315,Ana María López,piece,2026-01-12,…\r\n`,
  },
  [XLSX]: { schema: bytes('A workbook of one sheet: days are dates, numbers are numbers') },
};
export const PDF_CONTENT = { 'application/pdf': { schema: bytes('One page of A4') } };
