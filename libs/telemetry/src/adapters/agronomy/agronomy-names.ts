import { ProjectDirectory } from '@furrow/agronomy';
import type { Transaction } from '@furrow/database';

/** Names of a company's projects and sectors by id, including inactive ones. */
export async function farmNames(tx: Transaction): Promise<ReadonlyMap<string, string>> {
  const projects = await new ProjectDirectory().all(tx);
  return new Map(
    projects.flatMap(({ projectId, name, sectors }) => [
      [projectId, name] as const,
      ...sectors.map((sector) => [sector.sectorId, sector.name] as const),
    ]),
  );
}
