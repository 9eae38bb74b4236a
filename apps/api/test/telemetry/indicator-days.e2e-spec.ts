import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IndicatorAnswer, IndicatorDay } from '@furrow/telemetry';
import { EVERY_INDICATOR, FALLON, FALLON_HOURS, FALLON_TIMEZONE } from '@furrow/telemetry/testing';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { Client, System } from '@furrow/testbed/system';
import { Telemetry } from '@furrow/telemetry/testing/stations';

const HOUR = 3_600_000;
const SITE = { latitude: -36.5, longitude: -71.6, altitude: 240, windHeight: 2 };

let system: System;
let farm: ProvisionedFarm;
let telemetry: Telemetry;
let program: Client;

beforeAll(async () => {
  system = await System.shared();
  const project = (key: string, timezone: string) => ({
    ...{ key, name: key, timezone, sectors: [{ key: 's1', name: 'S1' }] },
  });
  farm = await system.provision(
    aFarm('acme', {
      projects: [project('fallon', FALLON_TIMEZONE), project('north', 'America/Santiago')],
      devices: [
        { deviceId: 'faln', project: 'fallon', sector: 's1', ...FALLON },
        { deviceId: 'ws-01', project: 'north', sector: 's1', ...SITE, altitude: null },
        { deviceId: 'ws-02', project: 'north', sector: 's1', ...SITE, latitude: -33 },
      ],
    }),
  );
  telemetry = Telemetry.over(system);
  program = new Client(system.url, { 'x-api-key': farm.ids.apiTokens['production']!.credential });
});
afterAll(async () => {
  await telemetry?.close();
  await system?.stop();
});

interface Asked {
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

async function read(indicator: string, { project, from, to, parameters = {} }: Asked) {
  const given = Object.entries(parameters).filter(([, value]) => value !== null);
  const query = { projectId: farm.ids.projects[project]!, from, to, ...Object.fromEntries(given) };
  const answer = await program.get(
    `/api/iot/indicators/${indicator}?${new URLSearchParams(query).toString()}`,
  );
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body as IndicatorAnswer;
}

describe('an indicator of a local day', () => {
  it('does not depend on from: 1 July 2015 at Fallon has 7.628 mm, whether June is asked too or not', async () => {
    const readings = FALLON_HOURS.map(({ start, te, hr, wind, rad }) => ({ ts: start, te, hr, wind, rad }));
    await telemetry.station(farm, 'faln', 'fallon/s1').send('weather', readings);
    const of = { project: 'fallon', to: '2015-07-01' };
    const { data: july, meta } = await read('et0', { ...of, from: '2015-07-01' });
    const { data: june } = await read('et0', { ...of, from: '2015-06-30' });
    const [alone, eve, same] = [july[0]!, june[0]!, june[1]!];
    expect(july).toHaveLength(1);
    expect(alone).toMatchObject({ day: '2015-07-01T07:00:00.000Z', method: 'asce', coverage: 1 });
    expect(alone.value).toBeCloseTo(7.628, 3);
    expect(same).toEqual({ ...alone, total: expect.closeTo(eve.total + alone.total, 5) });
    // REF-ET, the program of the standard's authors, has 7.60 mm.
    const published = FALLON_HOURS.slice(24).reduce((sum, { et0 }) => sum + et0, 0);
    expect(Math.abs(alone.total - published)).toBeLessThan(0.05);
    expect(meta.countedSinceFrom).toEqual(['total']);
  });

  it('is the same alone as within any range, by every indicator and method', async () => {
    await sendDaysWithGaps();
    const dates = ['05', '06', '07', '08', '09'].map((day) => `2025-09-${day}`);
    const project = 'north';
    for (const { indicator, ...parameters } of EVERY_INDICATOR) {
      const ask = (from: string, to: string) => read(indicator, { project, from, to, parameters });
      const { data, meta } = await ask(dates[0]!, dates.at(-1)!);
      expect(data.filter(({ value }) => value !== null).length).toBeGreaterThan(1);
      const isPortions = 'model' in parameters && parameters.model === 'portions';
      const isCounted = isPortions || indicator === 'powdery-mildew';
      expect(meta.countedSinceFrom).toEqual(isCounted ? ['value', 'total'] : ['total']);
      const own = ({ total, ...day }: IndicatorDay) => (isCounted ? { ...day, value: null } : day);
      const alone: IndicatorDay[] = [];
      for (const date of dates) alone.push(...(await ask(date, date)).data);
      expect([indicator, parameters, alone.map(own)]).toEqual([indicator, parameters, data.map(own)]);
      const { data: first } = await ask(dates[0]!, dates[2]!);
      expect(first).toEqual(data.slice(0, 3));
    }
  });
});

/** From 3 to 10 September 2025: Santiago skips midnight on the 7th. One station has no altitude, the other is away for days. */
async function sendDaysWithGaps(): Promise<void> {
  const start = Date.parse('2025-09-03T04:00:00Z');
  const weather = (n: number) => {
    const sun = Math.max(0, Math.sin((Math.PI * ((n % 24) - 7)) / 12));
    const clear = 1 - 0.3 * (Math.floor(n / 24) % 3);
    const air = { te: 3 + 22 * sun + (n % 5), hr: 80 - 40 * sun, wind: 1 + 2 * sun };
    return { ts: start + n * HOUR, ...air, rad: 800 * sun * clear, par: 1_600 * sun * clear };
  };
  const hours = Array.from({ length: 8 * 24 }, (_, n) => n);
  // Two or three hours are missing around most midnights, and the sensors of wind and radiation fail on two days.
  const isMissing = (n: number) => n % 24 === 23 || n % 48 < 2;
  const isBlind = (n: number) => n >= 100 && n < 130;
  const first = hours
    .filter((n) => !isMissing(n))
    .map((n) => ({ ...weather(n), ...(isBlind(n) && { wind: null, rad: null }) }));
  await telemetry.station(farm, 'ws-01', 'north/s1').send('weather', first);
  const second = hours.filter((n) => !isMissing(n) && (n < 60 || n > 150)).map(weather);
  await telemetry.station(farm, 'ws-02', 'north/s1').send('weather', second);
}
