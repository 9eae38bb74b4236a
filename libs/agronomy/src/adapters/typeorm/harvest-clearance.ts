import { isId } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import {
  type HarvestWarning,
  harvestWarnings,
  type PastTreatment,
  type Picking,
} from '../../domain/index.ts';
import type { SectorView } from './project-directory.ts';

/** A harvest in a sector. */
export interface SectorPicking extends Picking {
  /** Chosen by the caller, such as a session's id. */
  readonly pickingId: string;
  readonly sectorId: string;
}

/** A sector with the treatments that may concern a harvest that begins at an instant. */
export interface TreatedSectorView extends SectorView {
  /** The intervals that a harvest beginning at that instant falls into. */
  readonly warningsFor: (picking: Picking) => HarvestWarning[];
}

/**
 * When other contexts may harvest in which sector. SQL selects, by an index, a superset of the treatments that matter;
 * the rule of the domain alone decides which of them do.
 */
export class HarvestClearance {
  /** Finds inactive sectors too. */
  async sector(tx: Transaction, sectorId: string, openedAt: Date): Promise<TreatedSectorView | undefined> {
    if (!isId(sectorId)) return undefined;
    const [row] = await tx.query<SectorView & { treatments: readonly StoredTreatment[] }>(SECTOR_TO_HARVEST, [
      ...[tx.companyId, sectorId, openedAt],
    ]);
    if (!row) return undefined;
    const { treatments, ...sector } = row;
    const past = treatments.map(restored);
    return { ...sector, warningsFor: (picking) => harvestWarnings(picking, past) };
  }

  /**
   * The warnings of each picking by its id; none for a project whose guard is off. One statement, however many pickings
   * there are.
   */
  async warnings(
    tx: Transaction,
    pickings: readonly SectorPicking[],
  ): Promise<ReadonlyMap<string, HarvestWarning[]>> {
    const rows =
      pickings.length === 0
        ? []
        : await tx.query<{ pickingId: string; treatments: readonly StoredTreatment[] }>(PICKINGS, [
            tx.companyId,
            pickings.map(({ pickingId }) => pickingId),
            pickings.map(({ sectorId }) => sectorId),
            pickings.map(({ openedAt }) => openedAt),
            pickings.map(({ until }) => until),
          ]);
    const found = new Map(rows.map(({ pickingId, treatments }) => [pickingId, treatments.map(restored)]));
    return new Map(
      pickings.map((picking) => [
        picking.pickingId,
        harvestWarnings(picking, found.get(picking.pickingId) ?? []),
      ]),
    );
  }
}

/** In the form in which JSON carries it. */
type StoredTreatment = Omit<PastTreatment, 'startedAt' | 'harvestClearAt' | 'reentryClearAt'> & {
  readonly startedAt: string;
  readonly harvestClearAt: string;
  readonly reentryClearAt: string | null;
};

const restored = (stored: StoredTreatment): PastTreatment => ({
  ...stored,
  startedAt: new Date(stored.startedAt),
  harvestClearAt: new Date(stored.harvestClearAt),
  reentryClearAt: stored.reentryClearAt === null ? null : new Date(stored.reentryClearAt),
});

/**
 * As many treatments a harvest is warned of, those that keep the sector closed for longest: each answer and each page of
 * sessions repeats them.
 */
export const MOST_TREATMENTS = 10;

/**
 * The treatments of a sector that are not clear at an instant, not void, and begin before the harvest ends, as JSON.
 * Where clocks are set back over midnight a local date occurs again after its end, so one more day is included.
 */
const treatmentsOf = (sector: string, openedAt: string, until: string) => `
  SELECT coalesce(json_agg(json_build_object(
           'treatmentId', t.treatment_id, 'product', t.product, 'startedAt', t.started_at,
           'harvestFrom', t.harvest_from, 'harvestClearAt', t.harvest_clear_at,
           'reentryClearAt', t.reentry_clear_at)), '[]') AS treatments
    FROM (SELECT t.*
            FROM agronomy.treated_sectors k
            JOIN agronomy.treatments t ON t.company_id = $1 AND t.treatment_id = k.treatment_id
           WHERE k.company_id = $1 AND k.sector_id = ${sector} AND k.clear_at > ${openedAt} - interval '1 day'
             AND t.started_at < ${until} AND t.voided_at IS NULL
           ORDER BY k.clear_at DESC
           LIMIT ${MOST_TREATMENTS}) AS t`;

/** A session lasts 24 hours at most. */
const UNTIL_AT_THE_LATEST = `$3::timestamptz + interval '24 hours'`;

const SECTOR_TO_HARVEST: PreparedStatement = {
  name: 'sector_to_harvest',
  text: `SELECT s.sector_id AS "sectorId", s.project_id AS "projectId", s.name, s.crop, s.variety,
                s.status = 'active' AND p.status = 'active' AS active,
                (${treatmentsOf('s.sector_id', '$3::timestamptz', UNTIL_AT_THE_LATEST)}) AS treatments
           FROM agronomy.sectors s JOIN agronomy.projects p USING (company_id, project_id)
          WHERE s.company_id = $1 AND s.sector_id = $2`,
};

const PICKINGS: PreparedStatement = {
  name: 'pickings_in_treated_sectors',
  text: `SELECT g.picking_id AS "pickingId", found.treatments
           FROM unnest($2::text[], $3::uuid[], $4::timestamptz[], $5::timestamptz[])
             AS g (picking_id, sector_id, opened_at, until)
           JOIN agronomy.sectors s ON s.company_id = $1 AND s.sector_id = g.sector_id
           JOIN agronomy.projects p ON p.company_id = $1 AND p.project_id = s.project_id AND p.harvest_guard <> 'off'
          CROSS JOIN LATERAL (${treatmentsOf('g.sector_id', 'g.opened_at', 'g.until')}) AS found`,
};
