import { type AppliedProjects, ProjectDirectory } from '@furrow/agronomy';
import type { Transaction } from '@furrow/platform';

/** Where something stands, by the file's names. */
export interface NamedPlace {
  /** Keys, of this file or of what is there already. */
  readonly project: string;
  readonly sector?: string | null | undefined;
}

/** Ids of projects by key, and of sectors by "project key/sector key"; no key contains a slash. */
export type Places = ReadonlyMap<string, string>;

/** The places that are named, as far as anybody knows them: from the file, or else from what was there before. */
export async function knownPlaces(
  tx: Transaction,
  named: readonly NamedPlace[],
  applied: AppliedProjects,
): Promise<Places> {
  const here = placesOf(applied);
  const areHere = named.every((place) => here.has(place.project) && here.has(nameOf(place)));
  return areHere ? here : placesOf(await everything(tx));
}

export function nameOf({ project, sector }: NamedPlace): string {
  return sector ? `${project}/${sector}` : project;
}

function placesOf({ projects, sectors }: AppliedProjects): Places {
  return new Map([...Object.entries(projects), ...Object.entries(sectors)]);
}

async function everything(tx: Transaction): Promise<AppliedProjects> {
  const projects = await new ProjectDirectory().all(tx);
  return {
    projects: Object.fromEntries(projects.map(({ key, projectId }) => [key, projectId])),
    sectors: Object.fromEntries(
      projects.flatMap(({ key, sectors }) =>
        sectors.map((sector) => [`${key}/${sector.key}`, sector.sectorId]),
      ),
    ),
  };
}
