import { DeviceDirectory, wireAccess } from '@furrow/access';
import type { ProvisionedDevice } from '@furrow/access/domain';
import { ProjectDirectory } from '@furrow/agronomy';
import { SystemClock } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import { companyOf } from '../company.ts';
import { withDatabase } from '../connection.ts';
import { type Answer, list } from '../output.ts';
import { Refusal } from '../refusal.ts';

export interface DeviceOptions {
  readonly company: string;
  readonly project: string;
  readonly sector?: string;
}

export function registerDevice(deviceId: string, { company, ...place }: DeviceOptions): Promise<Answer> {
  return withDatabase(async (database) => {
    const { companyId } = await companyOf(database, company);
    const placed = await placeOf(database, companyId, place);
    return made(
      await wireAccess(database, new SystemClock()).registerDevice.execute({
        companyId,
        deviceId,
        ...placed,
      }),
    );
  });
}

export function listDevices(company: string): Promise<Answer> {
  return withDatabase(async (database) => {
    const { companyId } = await companyOf(database, company);
    const devices = await database.tenant(companyId, (tx) => new DeviceDirectory().all(tx));
    const names = await sectorNames(database, companyId);
    const rows = devices.map(({ deviceId, projectId, sectorId, status, createdAt }) => [
      ...[deviceId, names.get(projectId) ?? projectId, sectorId && (names.get(sectorId) ?? sectorId)],
      ...[status, createdAt],
    ]);
    const headings = ['DEVICE', 'PROJECT', 'SECTOR', 'STATUS', 'CREATED'];
    return { document: devices, text: list(headings, rows, 'The company has no device yet.') };
  });
}

export function rotateDevice(deviceId: string): Promise<Answer> {
  return withDatabase(async (database) =>
    made(await wireAccess(database, new SystemClock()).rotateDevice.execute({ deviceId })),
  );
}

export function revokeDevice(deviceId: string): Promise<Answer> {
  return withDatabase(async (database) => {
    await wireAccess(database, new SystemClock()).revokeDevice.execute({ deviceId });
    return { document: { deviceId }, text: `The device ${deviceId} is revoked.` };
  });
}

function made({ device: { deviceId }, deviceSecret }: ProvisionedDevice): Answer {
  return {
    document: { deviceId, deviceSecret },
    text: `${deviceSecret ?? ''}\nIt cannot be shown again.`,
  };
}

/** @throws Refusal */
async function placeOf(database: Database, companyId: string, place: Omit<DeviceOptions, 'company'>) {
  const projects = await database.tenant(companyId, (tx) => new ProjectDirectory().all(tx));
  const project = projects.find(({ key }) => key === place.project);
  if (project === undefined)
    throw new Refusal(`The company has no project "${place.project}"; "furrow project list" lists them.`);
  if (place.sector === undefined) return { projectId: project.projectId, sectorId: null };
  const sector = project.sectors.find(({ key }) => key === place.sector);
  if (sector === undefined)
    throw new Refusal(`The project ${place.project} has no sector "${place.sector}".`);
  return { projectId: project.projectId, sectorId: sector.sectorId };
}

async function sectorNames(database: Database, companyId: string): Promise<Map<string, string>> {
  const projects = await database.tenant(companyId, (tx) => new ProjectDirectory().all(tx));
  return new Map(
    projects.flatMap(({ projectId, key, sectors }) => [
      [projectId, key] as const,
      ...sectors.map((sector) => [sector.sectorId, sector.key] as const),
    ]),
  );
}
