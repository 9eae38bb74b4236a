import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import type { HarvestGuard } from '../../domain/index.ts';

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
    readonly harvestGuard: HarvestGuard;
    readonly repeatSeconds: number | null;
  };
  readonly active: boolean;
}

export interface SectorView {
  readonly sectorId: string;
  readonly projectId: string;
  readonly name: string;
  readonly crop: string | null;
  readonly variety: string | null;
  /** Also false if only its project is inactive. */
  readonly active: boolean;
}

export interface ProjectListing {
  readonly key: string;
  readonly projectId: string;
  readonly name: string;
  readonly timezone: string;
  readonly status: string;
  readonly sectors: readonly {
    readonly key: string;
    readonly sectorId: string;
    readonly name: string;
    readonly crop: string | null;
    readonly variety: string | null;
    readonly status: string;
  }[];
}

export interface ProjectSector {
  readonly sectorId: string;
  /** The key that the farm file gives it, unique in the project. */
  readonly key: string;
  readonly name: string;
}

const PROJECTS = {
  name: 'projects_by_id',
  text: `SELECT project_id AS "projectId", name, timezone, status = 'active' AS active,
                json_build_object('samplingUnit', sampling_unit, 'pricePerUnit', price_per_unit::text,
                  'maxDurationHours', max_duration_hours, 'syncGraceHours', sync_grace_hours,
                  'harvestGuard', harvest_guard, 'repeatSeconds', repeat_seconds) AS defaults
           FROM agronomy.projects WHERE company_id = $1 AND project_id = ANY($2::uuid[])`,
};

const SECTORS = {
  name: 'sectors_by_id',
  text: `SELECT s.sector_id AS "sectorId", s.project_id AS "projectId", s.name, s.crop, s.variety,
                s.status = 'active' AND p.status = 'active' AS active
           FROM agronomy.sectors s JOIN agronomy.projects p USING (company_id, project_id)
          WHERE s.company_id = $1 AND s.sector_id = ANY($2::uuid[])`,
};

/**
 * The company's projects and sectors for other contexts and the operator's tools, read in the caller's transaction.
 * Includes inactive ones, because past records refer to them.
 */
export class ProjectDirectory {
  async project(tx: Transaction, projectId: string): Promise<ProjectView | undefined> {
    return [...(await this.projects(tx, [projectId])).values()][0];
  }

  async sector(tx: Transaction, sectorId: string): Promise<SectorView | undefined> {
    return [...(await this.sectors(tx, [sectorId])).values()][0];
  }

  /** By id; unknown ids are left out. */
  async projects(tx: Transaction, projectIds: readonly string[]): Promise<Map<string, ProjectView>> {
    const ids = projectIds.filter(isId);
    if (ids.length === 0) return new Map();
    const views = await tx.query<ProjectView>(PROJECTS, [tx.companyId, ids]);
    return new Map(views.map((view) => [view.projectId, view]));
  }

  /** By id; unknown ids are left out. */
  async sectors(tx: Transaction, sectorIds: readonly string[]): Promise<Map<string, SectorView>> {
    const ids = sectorIds.filter(isId);
    if (ids.length === 0) return new Map();
    const views = await tx.query<SectorView>(SECTORS, [tx.companyId, ids]);
    return new Map(views.map((view) => [view.sectorId, view]));
  }

  /** The sectors of one project, including inactive ones, because past records refer to them. */
  async sectorsOf(tx: Transaction, projectId: string): Promise<ProjectSector[]> {
    if (!isId(projectId)) return [];
    return tx.query<ProjectSector>(
      `SELECT sector_id AS "sectorId", key, name FROM agronomy.sectors WHERE company_id = $1 AND project_id = $2`,
      [tx.companyId, projectId],
    );
  }

  /** Every project with its sectors, inactive ones included, by key. */
  all(tx: Transaction): Promise<ProjectListing[]> {
    return tx.query<ProjectListing>(EVERY_PROJECT, [tx.companyId]);
  }
}

const EVERY_PROJECT = `
  SELECT p.key, p.project_id AS "projectId", p.name, p.timezone, p.status,
        coalesce(
          json_agg(json_build_object('key', s.key, 'sectorId', s.sector_id, 'name', s.name, 'crop', s.crop,
                     'variety', s.variety, 'status', s.status) ORDER BY s.key) FILTER (WHERE s.sector_id IS NOT NULL),
          '[]') AS sectors
   FROM agronomy.projects p LEFT JOIN agronomy.sectors s USING (company_id, project_id)
  WHERE p.company_id = $1
  GROUP BY p.company_id, p.project_id
  ORDER BY p.key`;
