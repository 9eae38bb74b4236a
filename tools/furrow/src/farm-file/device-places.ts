import type { DeclaredDevice } from '@furrow/access';
import { type AppliedProjects, listProjectsIn } from '@furrow/agronomy';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';
import type { FarmDevice } from './farm-file.ts';

/**
 * Devices with the ids of where they stand, which may be in the file or have been there before.
 * @throws ValidationFailed for keys that name nothing
 */
export async function placedDevices(
  tx: Transaction,
  devices: readonly FarmDevice[],
  applied: AppliedProjects,
): Promise<DeclaredDevice[]> {
  const here = placesOf(applied);
  const areHere = devices.every((device) => here.has(device.project) && here.has(placeOf(device)));
  const places = areHere ? here : placesOf(await everything(tx));
  const problems: FieldProblem[] = [];
  const placed = devices.map((device, index): DeclaredDevice => {
    const { deviceId, project, sector, status } = device;
    if (!places.has(project))
      problems.push({ field: `devices[${index}].project`, message: `names no project: "${project}"` });
    else if (!places.has(placeOf(device)))
      problems.push({ field: `devices[${index}].sector`, message: `names no sector of ${project}: "${sector}"` });
    const projectId = places.get(project) ?? '';
    return { deviceId, projectId, sectorId: sector ? places.get(placeOf(device)) ?? '' : null, ...(status && { status }) };
  });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return placed;
}

/** Projects by key and sectors by "project key/sector key"; no key contains a slash. */
function placesOf({ projects, sectors }: AppliedProjects): Map<string, string> {
  return new Map([...Object.entries(projects), ...Object.entries(sectors)]);
}

function placeOf({ project, sector }: FarmDevice): string {
  return sector ? `${project}/${sector}` : project;
}

async function everything(tx: Transaction): Promise<AppliedProjects> {
  const projects = await listProjectsIn(tx);
  return {
    projects: Object.fromEntries(projects.map(({ key, projectId }) => [key, projectId])),
    sectors: Object.fromEntries(
      projects.flatMap(({ key, sectors }) => sectors.map((sector) => [`${key}/${sector.key}`, sector.sectorId])),
    ),
  };
}
