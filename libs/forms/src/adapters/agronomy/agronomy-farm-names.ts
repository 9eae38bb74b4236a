import { CompanyZones, ProjectDirectory } from '@furrow/agronomy';
import type { Transaction } from '@furrow/database';
import type { FarmNames } from '../typeorm/typeorm-form-record-query.ts';

/**
 * Names and time zones of a company's projects and sectors, including inactive ones, because past records refer to
 * them.
 */
export async function farmNamesIn(tx: Transaction): Promise<FarmNames> {
  const projects = await new ProjectDirectory().all(tx);
  return {
    projects: new Map(projects.map(({ projectId, name, timezone }) => [projectId, { name, timezone }])),
    sectors: new Map(
      projects.flatMap(({ projectId, sectors }) =>
        sectors.map(({ sectorId, name }) => [sectorId, { name, projectId }] as const),
      ),
    ),
  };
}

/** The time zone whose days are meant when a request concerns the whole company. */
export const companyZoneIn = (tx: Transaction): Promise<string> => new CompanyZones().of(tx);
