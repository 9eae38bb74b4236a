import type { Transaction } from '@furrow/platform';

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

/** Every project and sector of the transaction's company, inactive ones included, by key: for its operator. */
export function listProjectsIn(tx: Transaction): Promise<ProjectListing[]> {
  return tx.query<ProjectListing>(
    `SELECT p.key, p.project_id AS "projectId", p.name, p.timezone, p.status,
            coalesce(
              json_agg(json_build_object('key', s.key, 'sectorId', s.sector_id, 'name', s.name, 'crop', s.crop,
                         'variety', s.variety, 'status', s.status) ORDER BY s.key) FILTER (WHERE s.sector_id IS NOT NULL),
              '[]') AS sectors
       FROM agronomy.projects p LEFT JOIN agronomy.sectors s USING (company_id, project_id)
      WHERE p.company_id = $1
      GROUP BY p.company_id, p.project_id
      ORDER BY p.key`,
    [tx.companyId],
  );
}
