import type { DeviceDeclaration } from '@furrow/access/domain';
import type { AppliedProjects } from '@furrow/agronomy';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { mappingProblems } from '@furrow/telemetry/domain';
import type { FarmDevice } from '../schema/farm-file.ts';
import { knownPlaces, nameOf } from './places.ts';

/**
 * Devices with the ids of their places, which may be in the file or in the database. A device with an unknown sector is
 * placed in the project only, with a warning: sectors change with the seasons, and one outdated station must not
 * prevent applying the rest of the farm.
 * @throws ValidationFailed for unknown projects
 */
export async function placedDevices(
  tx: Transaction,
  devices: readonly FarmDevice[],
  applied: AppliedProjects,
  warn: (warning: string) => void,
): Promise<DeviceDeclaration[]> {
  const places = await knownPlaces(tx, devices, applied);
  const problems: FieldProblem[] = [];
  const placed = devices.map((device, index): DeviceDeclaration => {
    const { deviceId, project, sector, status, latitude, longitude, altitude, windHeight } = device;
    const { devEui, mapping } = device;
    for (const { field, message } of mapping ? mappingProblems(mapping) : [])
      problems.push({ field: `devices[${index}].mapping.${field}`, message });
    if (!places.has(project))
      problems.push({ field: `devices[${index}].project`, message: `names no project: "${project}"` });
    else if (!places.has(nameOf(device)))
      warn(
        `devices[${index}].sector: ${project} has no sector "${sector}"; ${deviceId} is placed in the project only`,
      );
    const projectId = places.get(project) ?? '';
    const sectorId = sector ? (places.get(nameOf(device)) ?? null) : sector;
    return {
      deviceId,
      projectId,
      sectorId,
      status,
      latitude,
      longitude,
      altitude,
      windHeight,
      devEui,
      mapping,
    };
  });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return placed;
}
