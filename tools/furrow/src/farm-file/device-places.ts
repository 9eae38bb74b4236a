import type { DeclaredDevice } from '@furrow/access';
import { type AppliedProjects, listProjectsIn } from '@furrow/agronomy';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';
import type { FarmDevice } from './farm-file.ts';

/**
 * Devices with the ids of where they stand, which may be in the file or have been there before. A sector that
 * nobody knows leaves its device in the project alone, with a warning: sectors come and go with the seasons, and a
 * station that stays behind must not keep the rest of the farm from being applied.
 * @throws ValidationFailed for projects that nobody knows
 */
export async function placedDevices(
  tx: Transaction,
  devices: readonly FarmDevice[],
  applied: AppliedProjects,
  warn: (warning: string) => void,
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
      warn(
        `devices[${index}].sector: ${project} has no sector "${sector}"; ${deviceId} stands in the project alone`,
      );
    const projectId = places.get(project) ?? '';
    const sectorId = sector ? (places.get(placeOf(device)) ?? null) : null;
    return { deviceId, projectId, sectorId, ...(status && { status }) };
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
      projects.flatMap(({ key, sectors }) =>
        sectors.map((sector) => [`${key}/${sector.key}`, sector.sectorId]),
      ),
    ),
  };
}
