import { ProjectForbidden, SectorForbidden, SectorNotInProject } from '@furrow/kernel/errors';

/** The project or sector that a request is limited to; null does not limit it. */
export interface FarmFilter {
  readonly projectId: string | null;
  readonly sectorId: string | null;
}

/** Looks up projects and sectors of one company; those of others are undefined. */
export interface FarmDirectory<
  Project extends { readonly projectId: string },
  Sector extends { readonly projectId: string },
> {
  project(projectId: string): Promise<Project | undefined>;
  sector(sectorId: string): Promise<Sector | undefined>;
}

/**
 * The project and sector of a filter. Unknown and foreign ones are refused alike, so that a token learns nothing about
 * other companies.
 * @returns null for what the filter does not name
 * @throws ProjectForbidden | SectorForbidden if unknown or foreign, SectorNotInProject if they contradict each other
 */
export async function findFiltered<
  Project extends { readonly projectId: string },
  Sector extends { readonly projectId: string },
>(
  { projectId, sectorId }: FarmFilter,
  directory: FarmDirectory<Project, Sector>,
): Promise<{ readonly project: Project | null; readonly sector: Sector | null }> {
  const project = projectId === null ? null : await directory.project(projectId);
  if (project === undefined) throw new ProjectForbidden();
  if (sectorId === null) return { project, sector: null };
  const sector = await directory.sector(sectorId);
  if (sector === undefined) throw new SectorForbidden();
  if (project && project.projectId !== sector.projectId) throw new SectorNotInProject();
  return { project, sector };
}
