import {
  about,
  count,
  dateTime,
  flag,
  idOf,
  listOf,
  named,
  number,
  object,
  oneOf,
  orNull,
  success,
  text,
} from '../openapi/schema.ts';
import { PAGE_META } from '../http/page-query.ts';

const units = { ...number, minimum: 0 };
const money = { ...number, minimum: 0 };
const hours = { type: 'integer', minimum: 1, maximum: 24 } as const;
const status = about(oneOf('open', 'closed'), 'A closed session no longer changes');
export const closedBy = about(orNull(oneOf('user', 'system')), 'Null while open', null);
export const closedReason = about(
  orNull(oneOf('manual', 'midnight_local', 'max_duration')),
  'Null while open; `manual`: closed by its owner, otherwise by the system',
  null,
);

const bonus = named('Bonus', 'What is paid beside units × price.', {
  type: about(
    oneOf('fixed', 'per_unit', 'percent'),
    '`fixed` once per session, `per_unit` for each valid unit, `percent` of units × price',
  ),
  value: about(money, 'In the currency of the price, or in percent', 5),
  note: about(orNull(text), 'For people', 'For the steep rows'),
});

const totals = named('SessionTotals', 'Sums over the records of a session, exact as of now.', {
  validUnits: about(units, 'Units without those of voided records', 412.5),
  netUnits: about(number, 'Additions and counter-movements together', 412.5),
  recordCount: about(count, 'Additions, voided ones included', 37),
  voidedCount: about(count, 'Additions that were voided', 2),
  workerCount: about(count, 'Workers with a record, even if all were voided', 8),
  amount: about(
    orNull(money),
    'Valid units × price plus the bonus, with the decimals of the company’s currency; null without a price',
    49_505,
  ),
});

export const harvestWarning = named(
  'HarvestWarning',
  'An interval of a treatment that a session falls into.',
  {
    code: about(oneOf('pre_harvest_interval', 'reentry_interval'), 'Which of the two intervals'),
    treatmentId: about(idOf('treatment'), 'The treatment'),
    product: about(text, 'What was applied', 'Thiovit Jet'),
    clearAt: about(dateTime, 'When the interval is over', '2026-02-07T03:00:00.000Z'),
  },
);

const override = named('Override', 'Who opened a session although its sector was not clear, and why.', {
  reason: about(text, 'Why', 'Hail is coming; residues were analysed'),
  by: about(text, 'Their idpId', 'auth0|ana'),
  at: about(dateTime, 'When the service received it', '2026-01-31T11:00:02.184Z'),
});

const session = named('Session', 'One crew’s harvest of one sector on one local day.', {
  sessionId: about(idOf('session'), 'Made by the service'),
  companyId: about(idOf('company'), 'The owner’s company'),
  projectId: about(idOf('project'), 'Where it is'),
  idpId: about(text, 'The owner’s idpId', 'auth0|ana'),
  sectorId: about(idOf('sector'), 'Where in the project it is'),
  sector_name: about(text, 'The sector’s name at the opening', 'N1'),
  timezone: about(text, 'The project’s, by its IANA name', 'America/Santiago'),
  day: about(dateTime, 'First instant of the local date of the opening', '2026-01-31T03:00:00.000Z'),
  status,
  openedAt: about(dateTime, 'When the crew began'),
  endsAt: about(
    dateTime,
    'Local midnight or the maximum duration after the opening, whichever comes first',
    '2026-01-31T23:00:00.000Z',
  ),
  closedAt: about(orNull(dateTime), 'At the latest `endsAt`; null while open', null),
  closedBy,
  closedReason,
  createdAt: about(dateTime, 'When the service received it', '2026-01-31T11:00:02.184Z'),
  maxDurationHours: about(hours, 'Hours', 12),
  samplingUnit: about(orNull(text), 'What is counted', 'kg'),
  pricePerUnit: about(orNull(money), 'Money per unit, in the currency of the company', 120),
  bonus: { ...orNull(bonus), description: 'Null without one' },
  totals,
  notes: about(orNull(text), 'Of the opening', 'North side first'),
  finalNotes: about(orNull(text), 'Of the closing', null),
  localId: about(orNull(text), 'The phone’s own name for it', 'phone-7/2026-01-31/1'),
  harvestUnitId: about(orNull(text), 'The buyer’s or packing house’s name for the unit', 'HU-204'),
  harvestLotCode: about(orNull(text), 'The lot it goes into', 'LOT-2026-031'),
  license_plate: about(orNull(text), 'Of the vehicle that takes it away', 'KXRB-42'),
  driver_name: about(orNull(text), 'Who drives it', 'Luis Soto'),
  override: { ...orNull(override), description: 'Null unless it was given' },
  warnings: about(
    listOf(harvestWarning),
    'Computed on every read, of the 10 treatments that keep the sector closed for longest',
    [],
  ),
});

export const SESSION = success(session);
export const SESSIONS = success(listOf(session), { meta: PAGE_META });
export const UPDATED = success(object({ updated: about(flag, 'False if nothing changed') }));
export const CLOSED = success(
  object({
    sessionId: about(idOf('session'), 'The session'),
    status: about(oneOf('closed'), 'Its status from now on'),
    closedAt: about(dateTime, 'Now, or the end if that is past', '2026-01-31T20:12:40.000Z'),
  }),
);
export const EXTENDED = success(
  object({ maxDurationHours: about(hours, 'Hours, counted from the opening', 14) }),
);
