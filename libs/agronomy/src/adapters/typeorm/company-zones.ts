import type { Transaction } from '@furrow/database';
import { companyZone } from '../../domain/index.ts';
import { ownZoneOf } from '../access/access-company-zone.ts';

/** The time zones of a company's active projects, one for each project. */
export async function zonesOfProjects(tx: Transaction): Promise<string[]> {
  const projects = await tx.query<{ timezone: string }>(
    `SELECT timezone FROM agronomy.projects WHERE company_id = $1 AND status = 'active'`,
    [tx.companyId],
  );
  return projects.map(({ timezone }) => timezone);
}

/** The time zone whose days are meant when a request concerns a whole company. */
export class CompanyZones {
  /** The zone that all or most of the company's projects have. */
  async of(tx: Transaction): Promise<string> {
    const [own, ofProjects] = await Promise.all([ownZoneOf(tx), zonesOfProjects(tx)]);
    return companyZone(own, ofProjects);
  }
}
