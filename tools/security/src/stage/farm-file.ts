import { createHash, randomBytes } from 'node:crypto';
import { aFarm, aProject, type FarmFile, sectorsNamed, ZONE } from '@furrow/testbed/farms';

/** Enough for the sessions of a run, each in a sector of its own. */
const SECTORS = 120;

/** A text that occurs nowhere else. */
export const newMark = (key: string) => `zq${key}${randomBytes(6).toString('hex')}`;

export const DEVICES = ['one', 'two', 'gone', 'slow'] as const;
export type DeviceName = (typeof DEVICES)[number];
export const deviceIdOf = (mark: string, name: DeviceName) => `${mark}-${name}`;
/** A LoRaWAN device’s EUI, made of its name. */
export const devEuiOf = (deviceId: string) =>
  createHash('sha256').update(deviceId).digest('hex').slice(0, 16).toUpperCase();

/** The testbed's farm, every name of which contains its mark; with forms, a task of Ana's, devices and a token for each scope. */
export function farmFile(mark: string, tokenExpiresAt: string): FarmFile {
  const place = { project: 'north', sector: 's1' };
  const project = (key: string) => ({
    ...aProject(key, 's', 0, { name: `${key} ${mark}` }),
    sectors: sectorsNamed('s', SECTORS).map((sector) => ({
      ...{ ...sector, name: `${sector.name} ${mark}`, variety: mark },
    })),
  });
  const note = { name: 'note', label: `Note ${mark}`, type: 'text', max: 2_000 };
  const form = (name: string, type: string, fields: object[]) => ({
    ...{ key: name, name: `${name} ${mark}`, type, access: { roles: ['supervisor'] }, fields },
  });
  const tokens = {
    production: 'read:production',
    phytosanitary: 'read:phytosanitary',
    telemetry: 'write:telemetry',
  };
  const scopes = ['read:production', 'read:phytosanitary'];
  return aFarm(mark, {
    company: { key: mark, name: `Company ${mark}`, timezone: ZONE, currency: 'USD' },
    payPolicies: [{ validFrom: '2020-01-01' }],
    projects: ['north', 'south'].map(project),
    workerOptions: {
      ...{ position: [mark, 'harvester'], employment_type: ['seasonal'], status: ['active', 'inactive'] },
    },
    qualities: [{ key: 'export', name: `Export ${mark}` }],
    containers: [{ key: 'crate', name: `Crate ${mark}`, unit: 'kg', units: 20 }],
    forms: [
      form('scout', 'monitoring', [
        ...[note, { name: 'picture', label: 'Picture', type: 'photo' }],
        { name: 'moth', label: `Moth ${mark}`, type: 'pests', eppoCode: 'POLYBO' },
      ]),
      form('spray', 'task', [note]),
    ],
    tasks: [
      { key: 'anas', form: 'spray', assignee: `idp|${mark}-ana`, ...place, dueAt: '2030-12-01T12:00:00Z' },
    ],
    // LoRaWAN devices as well, one of them with a mapping.
    devices: DEVICES.map((name) => ({
      ...{ deviceId: deviceIdOf(mark, name), ...place, devEui: devEuiOf(deviceIdOf(mark, name)) },
      ...(name === 'two' && { mapping: { te: 'temperature' } }),
    })),
    apiTokens: [
      ...Object.entries(tokens).map(([name, scope]) => ({ name, scopes: [scope] })),
      { name: 'gone', scopes },
      { name: 'brief', scopes, expiresAt: tokenExpiresAt },
    ],
  });
}
