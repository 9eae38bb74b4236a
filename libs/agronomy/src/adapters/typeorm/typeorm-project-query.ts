import type { Database } from '@furrow/platform';
import { type ListedProject, ProjectQuery } from '../../application/ports.ts';

export class TypeormProjectQuery extends ProjectQuery {
  constructor(private readonly database: Database) {
    super();
  }

  override active(companyId: string): Promise<ListedProject[]> {
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
