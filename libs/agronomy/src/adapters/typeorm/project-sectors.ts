import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';

export interface ProjectSector {
  readonly sectorId: string;
  /** The operator's name for it, unique in the project. */
  readonly key: string;
  readonly name: string;
}

/** The sectors of one project of the transaction's company, inactive ones too: history points at them. */
export async function sectorsOfProject(tx: Transaction, projectId: string): Promise<ProjectSector[]> {
  if (!isId(projectId)) return [];
  return tx.query<ProjectSector>(
    `SELECT sector_id AS "sectorId", key, name FROM agronomy.sectors WHERE company_id = $1 AND project_id = $2`,
    [tx.companyId, projectId],
  );
}
