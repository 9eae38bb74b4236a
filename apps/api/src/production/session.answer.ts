import type { ShownSession } from '@furrow/production';
import { BONUS_TYPES } from '@furrow/production/domain';
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
  type Value,
  within,
} from '../openapi/schema.ts';
import { numberOf } from '../http/number-of.ts';
import { PAGE_META } from '../http/page-query.ts';
import { detailsAnswer, SESSION_DETAILS } from './session-details.ts';

const units = within(number, { minimum: 0 });
const money = within(number, { minimum: 0 });
const hours = within(count, { minimum: 1, maximum: 24 });
const status = about(oneOf('open', 'closed'), 'A closed session no longer changes');
export const closedBy = about(
  orNull(oneOf('user', 'system')),
  'Who closed it: its owner, or the system; null while it is open',
  null,
);
export const closedReason = about(
  orNull(oneOf('manual', 'midnight_local', 'max_duration')),
  'Null while open; `manual`: closed by its owner, otherwise by the system',
  null,
);

const bonus = named('Bonus', 'What is paid beside units × price.', {
  type: about(
    oneOf(...BONUS_TYPES),
    '`fixed` once per session, `per_unit` for each valid unit, `percent` of units × price',
  ),
  value: about(money, 'In the currency of the price, or in percent', 5),
  note: about(orNull(text), 'Free text for people', 'For the steep rows'),
});

const totals = named('SessionTotals', 'Sums over the records of a session, exact as of now.', {
  validUnits: about(units, 'Units without those of voided records', 412.5),
  netUnits: about(number, 'Additions and counter-movements together', 412.5),
  recordCount: about(count, 'Additions, voided ones included', 37),
  voidedCount: about(count, 'Additions that were voided', 2),
  workerCount: about(count, 'Workers with a record, even if all were voided', 8),
  possibleRepeats: about(count, 'Records that may be repeats of others, see `repeatSeconds`', 0),
  amount: about(
    orNull(money),
    'Valid units × price plus the bonus, each record by its own price where `pricedBy` is `prices`, with the decimals of the company’s currency; null while anything has no price',
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
  reason: about(text, 'Why the harvest could not wait', 'Hail is coming; residues were analysed'),
  by: about(text, 'idpId of the user who gave the reason', 'auth0|ana'),
  at: about(dateTime, 'When the service received it', '2026-01-31T11:00:02.184Z'),
});

export const SESSION_MEMBERS = {
  sessionId: about(idOf('session'), 'Id of the session'),
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
  maxDurationHours: about(hours, 'The maximum duration, hours', 12),
  repeatSeconds: about(
    orNull(count),
    'Within how many seconds two records of a worker may be one that was counted twice, as the project had it at the opening; null: none are marked',
    60,
  ),
  samplingUnit: about(orNull(text), 'What is counted', 'kg'),
  pricePerUnit: about(orNull(money), 'Money per unit, in the currency of the company', 120),
  pricedBy: about(
    oneOf('session', 'prices'),
    '`session`: every record has `pricePerUnit`; `prices`: the session was opened without a price, so the most specific price of the company’s farm file holds for each record, and `pricePerUnit` where none does',
  ),
  bonus: about(orNull(bonus), 'Null without one'),
  totals,
  notes: about(orNull(text), 'Notes of the opening', 'North side first'),
  finalNotes: about(orNull(text), 'Notes of the closing', null),
  localId: about(orNull(text), 'The phone’s own name for it', 'phone-7/2026-01-31/1'),
  ...SESSION_DETAILS,
  override: about(orNull(override), 'Null unless it was given'),
  warnings: about(
    listOf(harvestWarning),
    'Computed on every read, of the 10 treatments that keep the sector closed for longest',
    [],
  ),
};

const shown = named('Session', 'One crew’s harvest of one sector on one local day.', SESSION_MEMBERS);

export const SESSION = success(shown);
export const SESSIONS = success(listOf(shown), { meta: PAGE_META });
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

/** A session as create and get answer it. */
export function sessionAnswer(
  { session, sums, possibleRepeats, amount, warnings }: ShownSession,
  now: Date,
): Value<typeof shown> {
  const state = session.state;
  const closure = session.closureAt(now);
  return {
    sessionId: state.sessionId,
    companyId: state.companyId,
    projectId: state.projectId,
    idpId: state.owner.idpId,
    sectorId: state.sectorId,
    sector_name: state.sectorName,
    timezone: state.timezone,
    day: state.day.toISOString(),
    status: closure === null ? 'open' : 'closed',
    openedAt: state.openedAt.toISOString(),
    endsAt: session.end.at.toISOString(),
    closedAt: closure?.at.toISOString() ?? null,
    closedBy: closure?.by ?? null,
    closedReason: closure?.reason ?? null,
    createdAt: state.createdAt.toISOString(),
    maxDurationHours: state.maxDurationHours,
    repeatSeconds: state.repeatSeconds,
    samplingUnit: state.samplingUnit,
    pricePerUnit: numberOf(state.pricePerUnit),
    pricedBy: state.followsPrices ? 'prices' : 'session',
    bonus: state.bonus,
    totals: {
      validUnits: Number(sums.validUnits),
      netUnits: Number(sums.netUnits),
      recordCount: sums.recordCount,
      voidedCount: sums.voidedCount,
      workerCount: sums.workerCount,
      possibleRepeats,
      amount: numberOf(amount),
    },
    notes: state.notes,
    finalNotes: state.finalNotes,
    localId: state.localId,
    ...detailsAnswer(state),
    override:
      state.overrideReason === null
        ? null
        : { reason: state.overrideReason, by: state.owner.idpId, at: state.createdAt.toISOString() },
    warnings: warnings.map((warning) => ({ ...warning, clearAt: warning.clearAt.toISOString() })),
  };
}
