import { type LocalDate, localDateOf, startOfLocalDate } from '@furrow/kernel';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The intervals that keep a crew out of a treated sector. The codes occur in warnings, in refusals and in SQL. */
export const HARVEST_INTERVALS = {
  preHarvest: 'pre_harvest_interval',
  reentry: 'reentry_interval',
} as const;
export type HarvestInterval = (typeof HARVEST_INTERVALS)[keyof typeof HARVEST_INTERVALS];

/** The intervals on a product's label, and when and where it was applied. */
export interface TreatmentTimes {
  readonly startedAt: Date;
  /** If null, the treatment ends when it starts. */
  readonly endedAt: Date | null;
  /** IANA name; days are counted on the local calendar of the place. */
  readonly timezone: string;
  /** Whole days between the treatment and the harvest. */
  readonly preHarvestDays: number;
  /** Hours with at most 2 decimals; null if the label names none. */
  readonly reentryHours: number | null;
}

/** When a treated sector is clear again. It depends on the treatment alone, so it is computed once and stored. */
export interface Clearance {
  /** The first local date on which fruit may be picked. */
  readonly harvestFrom: LocalDate;
  /** The first instant of that date. */
  readonly harvestClearAt: Date;
  /** Null if the label names no re-entry interval. */
  readonly reentryClearAt: Date | null;
}

/**
 * Days are counted on the local calendar from the date of the treatment's end, hours as elapsed time from the end
 * itself.
 */
export function clearanceOf(times: TreatmentTimes): Clearance {
  const end = times.endedAt ?? times.startedAt;
  const harvestFrom = daysAfter(localDateOf(end, times.timezone), times.preHarvestDays);
  return {
    harvestFrom,
    harvestClearAt: startOfLocalDate(harvestFrom, times.timezone),
    reentryClearAt:
      times.reentryHours === null ? null : new Date(end.getTime() + Math.round(times.reentryHours * HOUR_MS)),
  };
}

/** A treatment with what the guard needs. */
export interface PastTreatment extends Clearance {
  readonly treatmentId: string;
  readonly product: string;
  readonly startedAt: Date;
}

/** A harvest in a sector. */
export interface Picking {
  readonly openedAt: Date;
  /** The local date of the opening. */
  readonly localDate: LocalDate;
  /** Its closure, or its end while it is open. */
  readonly until: Date;
}

export interface HarvestWarning {
  readonly code: HarvestInterval;
  readonly treatmentId: string;
  readonly product: string;
  /** When the interval ends. */
  readonly clearAt: Date;
}

/**
 * The intervals that a harvest falls into, by the treatments' start and id, the pre-harvest interval first. A treatment
 * that starts after the harvest does not concern it.
 * @param treatments of the sector, none of them void, in any order
 */
export function harvestWarnings(picking: Picking, treatments: readonly PastTreatment[]): HarvestWarning[] {
  const before = treatments.filter(({ startedAt }) => startedAt.getTime() < picking.until.getTime());
  before.sort(
    (a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.treatmentId < b.treatmentId ? -1 : 1),
  );
  return before.flatMap(({ treatmentId, product, harvestFrom, harvestClearAt, reentryClearAt }) => {
    const warnings: HarvestWarning[] = [];
    if (picking.localDate < harvestFrom)
      warnings.push({ code: HARVEST_INTERVALS.preHarvest, treatmentId, product, clearAt: harvestClearAt });
    if (reentryClearAt !== null && picking.openedAt.getTime() < reentryClearAt.getTime())
      warnings.push({ code: HARVEST_INTERVALS.reentry, treatmentId, product, clearAt: reentryClearAt });
    return warnings;
  });
}

function daysAfter(date: LocalDate, days: number): LocalDate {
  const time = Date.parse(`${date}T00:00:00.000Z`) + days * DAY_MS;
  return new Date(time).toISOString().slice(0, 10) as LocalDate;
}
