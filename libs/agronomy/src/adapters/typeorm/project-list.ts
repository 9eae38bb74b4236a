import type { Database } from '@furrow/platform';

export interface ListedProject {
  readonly projectId: string;
  readonly projectName: string;
  readonly sectors: readonly { readonly sectorId: string; readonly sector_name: string }[];
}

/** The active projects of a company with their active sectors, by name: just what the endpoint answers. */
export class ProjectList {
  constructor(private readonly database: Database) {}

  async of(companyId: string): Promise<ListedProject[]> {
    return this.database.tenant(companyId, (tx) => tx.query<ListedProject>(ACTIVE_PROJECTS, [companyId]));
  }
}

const ACTIVE_PROJECTS = `
  SELECT p.project_id AS "projectId", p.name AS "projectName",
         coalesce(
           json_agg(json_build_object('sectorId', s.sector_id, 'sector_name', s.name) ORDER BY s.name, s.sector_id)
             FILTER (WHERE s.sector_id IS NOT NULL),
           '[]') AS sectors
    FROM agronomy.projects p
    LEFT JOIN agronomy.sectors s
      ON s.company_id = p.company_id AND s.project_id = p.project_id AND s.status = 'active'
   WHERE p.company_id = $1 AND p.status = 'active'
   GROUP BY p.company_id, p.project_id
   ORDER BY p.name, p.project_id`;
