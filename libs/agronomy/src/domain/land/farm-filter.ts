import { ProjectForbidden, SectorForbidden, SectorNotInProject } from '@furrow/kernel';

/** The part of the farm that a token asks about; null does not narrow it down. */
export interface FarmFilter {
  readonly projectId: string | null;
  readonly sectorId: string | null;
}

/** Looks up what belongs to one company; whatever else is asked for is undefined. */
export interface FarmDirectory<
  Project extends { readonly projectId: string },
  Sector extends { readonly projectId: string },
> {
  project(projectId: string): Promise<Project | undefined>;
  sector(sectorId: string): Promise<Sector | undefined>;
}

/**
 * What a filter names. Unknown and foreign are told alike: a token learns nothing about other companies.
 * @returns null for what the filter does not name
 * @throws ProjectForbidden | SectorForbidden for what is unknown or foreign, SectorNotInProject for a contradiction
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
