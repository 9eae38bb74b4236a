import type { Transaction } from '@furrow/platform';
import { companyZone } from '../../domain/index.ts';
import { ownZoneOf } from '../access/access-company-zone.ts';

/** Those of a company's active projects, one for each. */
export async function zonesOfProjects(tx: Transaction): Promise<string[]> {
  const projects = await tx.query<{ timezone: string }>(
    `SELECT timezone FROM agronomy.projects WHERE company_id = $1 AND status = 'active'`,
    [tx.companyId],
  );
  return projects.map(({ timezone }) => timezone);
}

/** Whose days are meant where somebody asks about a company as a whole. */
export class CompanyZones {
  /** The zone that the company's projects share, or most of them. */
  async of(tx: Transaction): Promise<string> {
    const [own, ofProjects] = await Promise.all([ownZoneOf(tx), zonesOfProjects(tx)]);
    return companyZone(own, ofProjects);
  }
}
