import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aScoutedFarm,
  COMPANY_RECORDS,
  COMPANY_SUMMARY,
  HARVEST,
  type ProvisionedFarm,
  SESSIONS,
  SUMMARY,
} from '@furrow/testbed/farms';
import { type Answer, Client, System } from '@furrow/testbed/system';

const REPORTS = [HARVEST, SUMMARY, COMPANY_SUMMARY, COMPANY_RECORDS];
const SERIES = ['weather', 'heat', 'plant', 'soil', 'irrigation'].map((name) => `/api/iot/${name}`);

let system: System;
/** Zones at both extremes of offsets, and one that historically had an offset with minutes. */
let farms: ProvisionedFarm[];

beforeAll(async () => {
  system = await System.shared();
  farms = await Promise.all(
    ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Africa/Monrovia'].map((timezone, i) =>
      system.provision(
        aScoutedFarm(`farm${i}`, {
          projects: [{ key: 'north', name: 'North', timezone, sectors: [{ key: 'n1', name: 'N1' }] }],
        }),
      ),
    ),
  );
});
afterAll(() => system?.stop());

function ask(farm: ProvisionedFarm, path: string, query: Record<string, string>): Promise<Answer> {
  const text = new URLSearchParams(query).toString();
  if (path === SESSIONS) return farm.as('ada').get(`${path}?${text}`);
  const name = path === HARVEST ? 'production' : 'phytosanitary';
  const { credential } = farm.ids.apiTokens[name]!;
  const key = new Client(system.url, { 'x-api-key': credential });
  return key.get(`${path}?${text}`);
}

/** The answer of any date query to a range of local days. */
const inDays = (farm: ProvisionedFarm, path: string, from: string, to: string) =>
  ask(farm, path, path === SESSIONS ? { from, to } : { startTime: from, endTime: to });

const inSeries = (farm: ProvisionedFarm, path: string, from: string, to: string, timezone: string) =>
  ask(farm, path, { projectId: farm.ids.projects['north']!, from, to, timezone });

const EDGES = [
  ...['0001-01-01', '0001-01-02', '0099-12-31', '1582-10-10', '1847-12-01', '1883-11-18', '1899-12-31'],
  ...[
    '1900-01-01',
    '1969-12-31',
    '2016-12-31',
    '2024-02-29',
    '2199-12-31',
    '2200-01-01',
    '9999-12-30',
    '9999-12-31',
  ],
];
const NO_DATES = [
  ...['0000-01-01', '0000-12-31', '2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '10000-01-01'],
  ...[
    '+010000-01-01',
    '-0001-01-01',
    '２０２６-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    '20260101',
    'infinity',
    'now',
  ],
];

describe.each([...REPORTS, SESSIONS])('GET %s', (path) => {
  it('accepts every date of the calendar, however distant', async () => {
    for (const farm of farms)
      for (const date of EDGES)
        expect([date, (await inDays(farm, path, date, date)).status]).toEqual([date, 200]);
    const { status, body } = await inDays(farms[0]!, path, '0001-01-01', '9999-12-31');
    expect([status, body.code]).toEqual(path === SESSIONS ? [200, undefined] : [422, 'date_range_too_long']);
  });

  it('refuses what is not a date', async () => {
    for (const date of NO_DATES)
      expect([date, (await inDays(farms[0]!, path, date, date)).status]).toEqual([date, 400]);
  });
});

describe.each(SERIES)('GET %s', (path) => {
  const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Africa/Monrovia', 'Antarctica/Troll', 'UTC'];

  it('accepts every date of the supported years', async () => {
    for (const timezone of ZONES)
      for (const date of EDGES) {
        const { status } = await inSeries(
          farms[0]!,
          path,
          `${date}T00:00:00`,
          `${date}T23:59:59.999999999`,
          timezone,
        );
        const isKnown = date >= '1900' && date < '2200';
        expect([timezone, date, status]).toEqual([timezone, date, isKnown ? 200 : 400]);
      }
  });

  it('refuses impossible times', async () => {
    const [at, times] = [
      '2016-12-31T00:00:00',
      ['T23:59:60', 'T24:00:00', 'T25:00:00', 'T00:60:00', 'T00:00:00.', 'T00:00:00Z'],
    ];
    for (const to of [
      ...times.map((time) => `2016-12-31${time}`),
      ...NO_DATES.map((date) => `${date}T00:00:00`),
    ])
      expect([to, (await inSeries(farms[0]!, path, at, to, 'UTC')).status]).toEqual([to, 400]);
  });

  it('answers three centuries about as fast as a day', async () => {
    const timed = async (from: string, to: string, timezone: string) => {
      const began = performance.now();
      expect((await inSeries(farms[1]!, path, from, to, timezone)).data).toEqual([]);
      return performance.now() - began;
    };
    const best = async (from: string, to: string) => {
      const times: number[] = [];
      // Each zone once, because results could be cached.
      for (const zone of [
        'America/Santiago',
        'Europe/Madrid',
        'Africa/Casablanca',
        'Asia/Gaza',
        'America/Havana',
        'Asia/Amman',
      ])
        times.push(await timed(from, to, zone));
      return Math.min(...times);
    };
    const day = await best('2026-01-01T00:00:00', '2026-01-01T23:59:59');
    expect(await best('1900-01-01T00:00:00', '2199-12-31T23:59:59')).toBeLessThan(4 * day + 25);
  });
});
