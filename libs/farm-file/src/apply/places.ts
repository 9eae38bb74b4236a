import { type AppliedProjects, ProjectDirectory } from '@furrow/agronomy';
import type { Transaction } from '@furrow/database';

/** A place, by the file's names. */
export interface NamedPlace {
  /** Keys, in this file or in the database. */
  readonly project: string;
  readonly sector?: string | null | undefined;
}

/** Ids of projects by key, and of sectors by "project key/sector key"; no key contains a slash. */
export type Places = ReadonlyMap<string, string>;

/** The named places that exist, in the file or in the database. */
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
