import { textOrder } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import { areaOf, type Boundary, contains, type GeoPoint } from '../../domain/index.ts';

export interface LocatedSector {
  readonly projectId: string;
  readonly sectorId: string;
}

/** Finds the sector at a position. */
export class SectorLocator {
  /**
   * The active sector whose boundary contains the point, in the caller's transaction; where several overlap, the
   * smallest, because it is the most specific.
   */
  async locate(tx: Transaction, point: GeoPoint): Promise<LocatedSector | undefined> {
    const candidates = await tx.query<LocatedSector & { boundary: Boundary }>(SECTORS_AROUND, [
      tx.companyId,
      point.longitude,
      point.latitude,
    ]);
    const [smallest] = candidates
      .filter(({ boundary }) => contains(boundary, point))
      .map(({ projectId, sectorId, boundary }) => ({ projectId, sectorId, area: areaOf(boundary) }))
      .sort((a, b) => a.area - b.area || textOrder(a.sectorId, b.sectorId));
    return smallest && { projectId: smallest.projectId, sectorId: smallest.sectorId };
  }
}

/**
 * Sectors whose bounding box contains the point ($2 longitude, $3 latitude), found by their tile. Projects are joined
 * separately afterwards: a planner without statistics would start with a project and scan all of its sectors.
 */
export const SECTORS_AROUND: PreparedStatement = {
  name: 'sectors_around',
  text: `
  WITH around AS MATERIALIZED (
    SELECT company_id, project_id, sector_id, boundary
      FROM agronomy.sectors
     WHERE company_id = $1 AND tile = ANY (agronomy.tiles_around($2, $3))
       AND west <= $2 AND east >= $2 AND south <= $3 AND north >= $3
       AND status = 'active'
  )
  SELECT a.project_id AS "projectId", a.sector_id AS "sectorId", a.boundary
    FROM around a JOIN agronomy.projects p USING (company_id, project_id)
   WHERE p.status = 'active'`,
};
