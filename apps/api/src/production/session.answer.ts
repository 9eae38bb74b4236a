import type { ShownSession } from '@furrow/production';
import { BONUS_TYPES } from '@furrow/production/domain';
import * as s from '../openapi/schema.ts';
import { numberOf } from '../http/number-of.ts';
import { PAGE_META } from '../http/page-query.ts';
import { detailsAnswer, SESSION_DETAILS } from './session-details.ts';

const units = s.within(s.number, { minimum: 0 });
const money = s.within(s.number, { minimum: 0 });
const hours = s.within(s.count, { minimum: 1, maximum: 24 });
const status = s.about(s.oneOf('open', 'closed'), 'A closed session no longer changes');
export const closedBy = s.about(
  s.orNull(s.oneOf('user', 'system')),
  'Who closed it: its owner, or the system; null while it is open',
  null,
);
export const closedReason = s.about(
  s.orNull(s.oneOf('manual', 'midnight_local', 'max_duration')),
  'Null while open; `manual`: closed by its owner, otherwise by the system',
  null,
);

const bonus = s.named('Bonus', 'What is paid beside units × price.', {
  type: s.about(
    s.oneOf(...BONUS_TYPES),
    '`fixed` once per session, `per_unit` for each valid unit, `percent` of units × price',
  ),
  value: s.about(money, 'In the currency of the price, or in percent', 5),
  note: s.about(s.orNull(s.text), 'Free text for people', 'For the steep rows'),
});

const totals = s.named('SessionTotals', 'Sums over the records of a session, exact as of now.', {
  validUnits: s.about(units, 'Units without those of voided records', 412.5),
  netUnits: s.about(s.number, 'Additions and counter-movements together', 412.5),
  recordCount: s.about(s.count, 'Additions, voided ones included', 37),
  voidedCount: s.about(s.count, 'Additions that were voided', 2),
  workerCount: s.about(s.count, 'Workers with a record, even if all were voided', 8),
  possibleRepeats: s.about(s.count, 'Records that may be repeats of others, see `repeatSeconds`', 0),
  amount: s.about(
    s.orNull(money),
    'Valid units × price plus the bonus, each record by its own price where `pricedBy` is `prices`, with the decimals of the company’s currency; null while anything has no price',
    49_505,
  ),
});

export const harvestWarning = s.named(
  'HarvestWarning',
  'An interval of a treatment that a session falls into.',
  {
    code: s.about(s.oneOf('pre_harvest_interval', 'reentry_interval'), 'Which of the two intervals'),
    treatmentId: s.about(s.idOf('treatment'), 'The treatment'),
    product: s.about(s.text, 'What was applied', 'Thiovit Jet'),
    clearAt: s.about(s.dateTime, 'When the interval is over', '2026-02-07T03:00:00.000Z'),
  },
);

const override = s.named('Override', 'Who opened a session although its sector was not clear, and why.', {
  reason: s.about(s.text, 'Why the harvest could not wait', 'Hail is coming; residues were analysed'),
  by: s.about(s.text, 'idpId of the user who gave the reason', 'auth0|ana'),
  at: s.about(s.dateTime, 'When the service received it', '2026-01-31T11:00:02.184Z'),
});

export const SESSION_MEMBERS = {
  sessionId: s.about(s.idOf('session'), 'Id of the session'),
  companyId: s.about(s.idOf('company'), 'The owner’s company'),
  projectId: s.about(s.idOf('project'), 'Where it is'),
  idpId: s.about(s.text, 'The owner’s idpId', 'auth0|ana'),
  sectorId: s.about(s.idOf('sector'), 'Where in the project it is'),
  sector_name: s.about(s.text, 'The sector’s name at the opening', 'N1'),
  timezone: s.about(s.text, 'The project’s, by its IANA name', 'America/Santiago'),
  day: s.about(s.dateTime, 'First instant of the local date of the opening', '2026-01-31T03:00:00.000Z'),
  status,
  openedAt: s.about(s.dateTime, 'When the crew began'),
  endsAt: s.about(
    s.dateTime,
    'Local midnight or the maximum duration after the opening, whichever comes first',
    '2026-01-31T23:00:00.000Z',
  ),
  closedAt: s.about(s.orNull(s.dateTime), 'At the latest `endsAt`; null while open', null),
  closedBy,
  closedReason,
  createdAt: s.about(s.dateTime, 'When the service received it', '2026-01-31T11:00:02.184Z'),
  maxDurationHours: s.about(hours, 'The maximum duration, hours', 12),
  repeatSeconds: s.about(
    s.orNull(s.count),
    'Within how many seconds two records of a worker may be one that was counted twice, as the project had it at the opening; null: none are marked',
    60,
  ),
  samplingUnit: s.about(s.orNull(s.text), 'What is counted', 'kg'),
  pricePerUnit: s.about(s.orNull(money), 'Money per unit, in the currency of the company', 120),
  pricedBy: s.about(
    s.oneOf('session', 'prices'),
    '`session`: every record has `pricePerUnit`; `prices`: the session was opened without a price, so the most specific price of the company’s farm file holds for each record, and `pricePerUnit` where none does',
  ),
  bonus: s.about(s.orNull(bonus), 'Null without one'),
  totals,
  notes: s.about(s.orNull(s.text), 'Notes of the opening', 'North side first'),
  finalNotes: s.about(s.orNull(s.text), 'Notes of the closing', null),
  localId: s.about(s.orNull(s.text), 'The phone’s own name for it', 'phone-7/2026-01-31/1'),
  ...SESSION_DETAILS,
  override: s.about(s.orNull(override), 'Null unless it was given'),
  warnings: s.about(
    s.listOf(harvestWarning),
    'Computed on every read, of the 10 treatments that keep the sector closed for longest',
    [],
  ),
};

const shown = s.named('Session', 'One crew’s harvest of one sector on one local day.', SESSION_MEMBERS);

export const SESSION = s.success(shown);
export const SESSIONS = s.success(s.listOf(shown), { meta: PAGE_META });
export const UPDATED = s.success(s.object({ updated: s.about(s.flag, 'False if nothing changed') }));
export const CLOSED = s.success(
  s.object({
    sessionId: s.about(s.idOf('session'), 'The session'),
    status: s.about(s.oneOf('closed'), 'Its status from now on'),
    closedAt: s.about(s.dateTime, 'Now, or the end if that is past', '2026-01-31T20:12:40.000Z'),
  }),
);
export const EXTENDED = s.success(
  s.object({ maxDurationHours: s.about(hours, 'Hours, counted from the opening', 14) }),
);

/** A session as create and get answer it. */
export function sessionAnswer(
  { session, sums, possibleRepeats, amount, warnings }: ShownSession,
  now: Date,
): s.Value<typeof shown> {
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
