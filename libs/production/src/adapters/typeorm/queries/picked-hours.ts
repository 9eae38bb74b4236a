import { HOURS_OF_PACE, type PickedHours } from '../../../application/ports.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/**
 * Valid units by whole hours before $2, of the last hours and of the same ones a day before. $1 the company, $3 the
 * owner or null. No session goes on after its midnight; those of earlier local dates have ended in any zone.
 */
export const PICKED_BY_HOUR = `
  SELECT s.sampling_unit AS unit, h.ago, sum(r.units)::float8 AS units
    FROM production.sessions s
    JOIN production.records r ON r.company_id = $1 AND r.session_id = s.session_id
   CROSS JOIN LATERAL (SELECT floor(extract(epoch FROM $2::timestamptz - r.recorded_at) / 3600)::int AS ago) AS h
   WHERE s.company_id = $1 AND s.local_date >= ($2::timestamptz AT TIME ZONE 'UTC')::date - 4
     AND s.midnight_at > $2::timestamptz - make_interval(hours => ${DAY_HOURS + HOURS_OF_PACE})
     AND ($3::uuid IS NULL OR s.owner_user_id = $3)
     AND r.kind = 'addition' AND r.voided_at IS NULL
     AND (h.ago BETWEEN 0 AND ${HOURS_OF_PACE - 1}
       OR h.ago BETWEEN ${DAY_HOURS} AND ${DAY_HOURS + HOURS_OF_PACE - 1})
   GROUP BY s.sampling_unit, h.ago
   ORDER BY s.sampling_unit`;

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
