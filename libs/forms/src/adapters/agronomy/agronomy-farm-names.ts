import { CompanyZones, ProjectDirectory } from '@furrow/agronomy';
import type { Transaction } from '@furrow/platform';
import type { FarmNames } from '../typeorm/typeorm-form-record-query.ts';

/** Names and zones of a company's land as agronomy keeps them, inactive ones too: history points at them. */
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

/** Whose days are meant where somebody asks about the company as a whole. */
export const companyZoneIn = (tx: Transaction): Promise<string> => new CompanyZones().of(tx);
