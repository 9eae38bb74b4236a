import { HOURS_OF_PACE, type PickedHours } from '../../../application/ports.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

const hoursBefore = (hours: number) => `$2::timestamptz - interval '${hours} hours'`;

/**
 * Valid units by whole hours before $2, of the last hours and of the same ones a day before. $1 the company, $3 the
 * owner or null. No session goes on after its midnight; those of earlier local dates have ended in any zone.
 */
export const PICKED_BY_HOUR = `
  SELECT s.sampling_unit AS unit, floor(extract(epoch FROM $2::timestamptz - r.recorded_at) / 3600)::int AS ago,
         sum(r.units)::float8 AS units
    FROM production.sessions s
    JOIN production.records r ON r.company_id = $1 AND r.session_id = s.session_id
   WHERE s.company_id = $1 AND s.local_date >= ($2::timestamptz AT TIME ZONE 'UTC')::date - 4
     AND s.midnight_at > ${hoursBefore(DAY_HOURS + HOURS_OF_PACE)}
     AND ($3::uuid IS NULL OR s.owner_user_id = $3)
     AND r.kind = 'addition' AND r.voided_at IS NULL
     AND (r.recorded_at > ${hoursBefore(HOURS_OF_PACE)} AND r.recorded_at <= $2
       OR r.recorded_at > ${hoursBefore(DAY_HOURS + HOURS_OF_PACE)} AND r.recorded_at <= ${hoursBefore(DAY_HOURS)})
   GROUP BY 1, 2
   ORDER BY 1`;

export interface PickedRow {
  readonly unit: string | null;
  /** Whole hours before now. */
  readonly ago: number;
  readonly units: number;
}

export function pickedHours(rows: readonly PickedRow[], now: Date): PickedHours[] {
  return [...Map.groupBy(rows, ({ unit }) => unit)].map(([unit, ofUnit]) => {
    const units = new Map(ofUnit.map((row) => [row.ago, row.units]));
    const hours = Array.from({ length: HOURS_OF_PACE }, (_, i) => {
      const ago = HOURS_OF_PACE - 1 - i;
      const endsAt = new Date(now.getTime() - ago * HOUR_MS);
      return { endsAt, units: units.get(ago) ?? 0, dayBefore: units.get(ago + DAY_HOURS) ?? 0 };
    });
    return { unit, hours };
  });
}
