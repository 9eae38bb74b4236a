import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';

export interface ProjectView {
  readonly projectId: string;
  readonly name: string;
  /** IANA name. */
  readonly timezone: string;
  readonly defaults: {
    readonly samplingUnit: string | null;
    /** Exact decimal text. */
    readonly pricePerUnit: string | null;
    readonly maxDurationHours: number;
    readonly syncGraceHours: number;
  };
  readonly active: boolean;
}

export interface SectorView {
  readonly sectorId: string;
  readonly projectId: string;
  readonly name: string;
  readonly crop: string | null;
  readonly variety: string | null;
  /** False also where only its project is inactive. */
  readonly active: boolean;
}

/** What other contexts may know of the company's land, read in their own transaction. */
export class ProjectDirectory {
  /** Inactive ones are found too: history points at them. */
  async project(tx: Transaction, projectId: string): Promise<ProjectView | undefined> {
    if (!isId(projectId)) return undefined;
    const [view] = await tx.query<ProjectView>(
      `SELECT project_id AS "projectId", name, timezone, status = 'active' AS active,
              json_build_object('samplingUnit', sampling_unit, 'pricePerUnit', price_per_unit::text,
                'maxDurationHours', max_duration_hours, 'syncGraceHours', sync_grace_hours) AS defaults
         FROM agronomy.projects WHERE company_id = $1 AND project_id = $2`,
      [tx.companyId, projectId],
    );
    return view;
  }

  async sector(tx: Transaction, sectorId: string): Promise<SectorView | undefined> {
    if (!isId(sectorId)) return undefined;
    const [view] = await tx.query<SectorView>(
      `SELECT s.sector_id AS "sectorId", s.project_id AS "projectId", s.name, s.crop, s.variety,
              s.status = 'active' AND p.status = 'active' AS active
         FROM agronomy.sectors s JOIN agronomy.projects p USING (company_id, project_id)
        WHERE s.company_id = $1 AND s.sector_id = $2`,
      [tx.companyId, sectorId],
    );
    return view;
  }
}
