import { aFarm, aFarmWithForms, type FarmFile } from '@furrow/testbed/farms';
import type { Json } from '@furrow/testbed/system';

/** A farm with items of every kind, some of them out of use. */
export function aWholeFarm(key: string): FarmFile {
  const { users, forms, tasks, projects } = aFarmWithForms(key) as Record<string, Json>;
  const station = { deviceId: `${key}-ws`, project: 'north', sector: 'n1', status: 'active' };
  return aFarm(key, {
    company: { key, name: `${key} farms`, timezone: 'America/Santiago', currency: 'CLP' },
    users: [
      ...users,
      { idpId: `idp|${key}-eve`, name: `Eve of ${key}`, role: 'supervisor' },
      { name: `Zoe of ${key}`, email: `zoe@${key}.example`, role: 'agronomist', status: 'invited' },
    ],
    projects: [
      ...projects,
      {
        ...{ key: 'former', name: 'Former', timezone: 'America/Santiago', status: 'inactive' },
        sectors: [{ key: 'f1', name: 'F1' }],
      },
    ],
    qualities: [
      { key: 'export', name: 'Export' },
      { key: 'former', name: 'Former', status: 'inactive' },
    ],
    forms: [
      ...forms,
      {
        key: 'former',
        name: 'Former',
        type: 'task',
        access: { roles: [], users: [] },
        fields: [],
        status: 'inactive',
      },
    ],
    tasks: [...tasks, { key: 'former', form: 'former', dueAt: null, status: 'inactive' }],
    containers: [
      { key: 'crate', name: 'Crate', unit: 'kg', units: 35.5, tare: 2.1, min: 10, max: 40 },
      { key: 'old', name: 'Old crate', unit: 'kg', status: 'inactive' },
    ],
    prices: [
      { validFrom: '2026-01-01', unit: 'kg', price: 0.25 },
      {
        ...{ validFrom: '2026-01-01', unit: 'kg', price: 0.4625, project: 'north', crop: 'Cherry' },
        ...{ variety: 'Lapins', quality: 'export', container: 'crate' },
      },
      { validFrom: '2026-06-01', unit: 'kg', price: 0.3, quality: 'export', status: 'inactive' },
    ],
    devices: [
      {
        ...{ ...station, latitude: -33.5, longitude: -70.7, altitude: 500, windHeight: 10 },
        ...{ devEui: '70B3D57ED0000001', mapping: { te: 'air.t', 'soil[20].moisture': 'vwc * 100' } },
      },
      { deviceId: `${key}-former`, project: 'north', sector: null, status: 'revoked' },
    ],
    apiTokens: [
      { name: 'production', scopes: ['read:production'], expiresAt: '2100-01-01T00:00:00.000Z' },
      { name: 'former', scopes: ['read:production'], status: 'inactive' },
    ],
    payPolicies: [
      {
        ...{ validFrom: '2026-01-01', hourlyRate: 12, minimumWage: { amount: 10.5, per: 'hour' } },
        overtime: { weeklyHours: 40, dailyHours: null, premium: 0.5 },
      },
      { validFrom: '2025-01-01', hourlyRate: null, minimumWage: null, overtime: null, status: 'inactive' },
      {
        ...{ validFrom: '2026-01-01', group: 'h2a', hourlyRate: 18 },
        overtime: { weeklyHours: null, dailyHours: 8, premium: 1 },
        tiers: [{ unit: 'box', per: 'day', from: 60, premium: 0.125 }],
      },
    ],
    workerOptions: { ...(aFarm(key) as Json).workerOptions, group: ['h2a', 'new'] },
    payRates: [
      { validFrom: '2026-01-01', group: 'h2a', hourlyRate: 18.5 },
      { validFrom: '2026-01-01', position: 'driver', hourlyRate: 25 },
      { validFrom: '2026-01-05', group: 'new', hourlyRate: null, status: 'inactive' },
    ],
    projectWages: [
      { validFrom: '2026-01-01', project: 'north', hourlyRate: 14 },
      {
        ...{ validFrom: '2026-01-01', project: 'north', group: 'h2a' },
        ...{ minimumWage: { amount: 16.9, per: 'hour' }, nonproductiveRate: 17 },
      },
    ],
    alerts: [
      { key: 'gone', name: 'Gone', kind: 'silent', project: 'north', for: '2h' },
      {
        ...{
          key: 'frost',
          name: 'Frost',
          kind: 'threshold',
          project: 'north',
          device: `${key}-ws`,
          metric: 'te',
        },
        ...{ below: 0.5, for: '10m', clearBy: 1, status: 'inactive' },
      },
      {
        ...{ key: 'heat', name: 'Heat', kind: 'threshold', project: 'north', metric: 'te' },
        ...{ above: 38, for: '30m' },
      },
    ],
    restRules: [
      {
        ...{ key: 'hot', project: 'north', metric: 'te', above: 34.9, restMinutes: 10, everyMinutes: 120 },
        ...{ source: 'Title 8, § 3395(e)(6)', status: 'active' },
      },
      {
        ...{ key: 'former', project: 'north', metric: 'heat-index', above: 32, restMinutes: 10 },
        ...{ everyMinutes: 60, source: null, status: 'inactive' },
      },
    ],
  });
}
