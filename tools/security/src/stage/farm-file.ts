import { createHash } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { zoneBeforeNoon } from '@furrow/testbed';

/** A zone in which no session of the run reaches midnight. */
export const ZONE = zoneBeforeNoon();

/** A text that occurs nowhere else. */
export const newMark = (key: string) => `zq${key}${randomBytes(6).toString('hex')}`;

export const DEVICES = ['one', 'two', 'gone', 'slow'] as const;
export type DeviceName = (typeof DEVICES)[number];
export const deviceIdOf = (mark: string, name: DeviceName) => `${mark}-${name}`;
/** A LoRaWAN device’s EUI, made of its name. */
export const devEuiOf = (deviceId: string) =>
  createHash('sha256').update(deviceId).digest('hex').slice(0, 16).toUpperCase();
export const idpIdOf = (mark: string, name: string) => `idp|${mark}-${name}`;

/** LoRaWAN devices as well, one of them with a mapping. */
const devicesOf = (mark: string) =>
  DEVICES.map((name) => ({
    ...{ deviceId: deviceIdOf(mark, name), project: 'north', sector: 's0' },
    devEui: devEuiOf(deviceIdOf(mark, name)),
    ...(name === 'two' && { mapping: { te: 'temperature' } }),
  }));

export const companyOf = (key: string, mark: string) => ({
  ...{ key, name: `Company ${mark}`, timezone: ZONE, currency: 'USD' },
});

/** A farm for `furrow apply`: every name contains its mark. */
export function farmFile(key: string, mark: string, tokenExpiresAt: string): object {
  const user = (name: string, role: string, status = 'active') => ({
    ...{
      idpId: idpIdOf(mark, name),
      name: `${name} ${mark}`,
      email: `${name}@${mark}.example`,
      role,
      status,
    },
  });
  const note = { name: 'note', label: `Note ${mark}`, type: 'text', max: 2_000 };
  const form = (name: string, type: string, fields: object[]) => ({
    ...{ key: name, name: `${name} ${mark}`, type, access: { roles: ['supervisor'] }, fields },
  });
  return {
    company: companyOf(key, mark),
    payPolicies: [{ validFrom: '2020-01-01' }],
    users: [
      ...[
        user('ana', 'supervisor'),
        user('ben', 'supervisor'),
        user('ada', 'admin'),
        user('gus', 'agronomist'),
      ],
      user('ida', 'supervisor', 'inactive'),
    ],
    projects: ['north', 'south'].map((project) => ({
      ...{ key: project, name: `${project} ${mark}`, timezone: ZONE },
      defaults: { samplingUnit: 'kg', pricePerUnit: 120, maxDurationHours: 12 },
      sectors: Array.from({ length: 40 }, (_, i) => ({
        ...{ key: `s${i}`, name: `Sector ${i} ${mark}`, crop: 'Cherry', variety: mark },
      })),
    })),
    workerOptions: {
      ...{ position: [mark, 'harvester'], employment_type: ['seasonal'], status: ['active', 'inactive'] },
    },
    ...harvested(mark),
    forms: [
      form('scout', 'monitoring', [
        ...[note, { name: 'picture', label: 'Picture', type: 'photo' }],
        { name: 'moth', label: `Moth ${mark}`, type: 'pests', eppoCode: 'POLYBO' },
      ]),
      form('spray', 'task', [note]),
    ],
    tasks: [
      {
        ...{ key: 'anas', form: 'spray', assignee: idpIdOf(mark, 'ana'), project: 'north', sector: 's0' },
        dueAt: '2030-12-01T12:00:00Z',
      },
    ],
    devices: devicesOf(mark),
    apiTokens: [
      { name: 'production', scopes: ['read:production'] },
      { name: 'phytosanitary', scopes: ['read:phytosanitary'] },
      { name: 'telemetry', scopes: ['write:telemetry'] },
      { name: 'gone', scopes: ['read:production', 'read:phytosanitary'] },
      { name: 'brief', scopes: ['read:production', 'read:phytosanitary'], expiresAt: tokenExpiresAt },
    ],
  };
}

const harvested = (mark: string) => ({
  qualities: [{ key: 'export', name: `Export ${mark}` }],
  containers: [{ key: 'crate', name: `Crate ${mark}`, unit: 'kg', units: 20 }],
});
