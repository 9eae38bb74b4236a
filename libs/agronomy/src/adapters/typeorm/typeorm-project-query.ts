import type { Database } from '@furrow/database';
import type { DescribedProject, ListedProject, ProjectQuery } from '../../application/ports.ts';

export class TypeormProjectQuery implements ProjectQuery {
  constructor(private readonly database: Database) {}

  described(companyId: string): Promise<DescribedProject[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<DescribedProject>(DESCRIBED_PROJECTS, [companyId]),
    );
  }

  active(companyId: string): Promise<ListedProject[]> {
    return this.database.tenant(companyId, (tx) => tx.query<ListedProject>(ACTIVE_PROJECTS, [companyId]));
  }
}

/** @param project columns of projects besides id and name @param sector members of a sector besides id and name */
const projects = (project: string, sector: string) => `
  SELECT p.project_id AS "projectId", p.name AS "projectName",${project}
         coalesce(
           json_agg(json_build_object('sectorId', s.sector_id, 'sector_name', s.name${sector})
                    ORDER BY s.name, s.sector_id)
             FILTER (WHERE s.sector_id IS NOT NULL),
           '[]') AS sectors
    FROM agronomy.projects p
    LEFT JOIN agronomy.sectors s
      ON s.company_id = p.company_id AND s.project_id = p.project_id AND s.status = 'active'
   WHERE p.company_id = $1 AND p.status = 'active'
   GROUP BY p.company_id, p.project_id
   ORDER BY p.name, p.project_id`;

const ACTIVE_PROJECTS = projects('', '');
const DESCRIBED_PROJECTS = projects(
  ' p.timezone, p.sampling_unit AS "samplingUnit", p.repeat_seconds AS "repeatSeconds",',
  `, 'crop', s.crop, 'variety', s.variety, 'boundary', s.boundary`,
);
