import { documentedEvents, publishedUplinks } from '@furrow/telemetry/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aScoutedFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Answer, Client, type Json, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

const TTN = '/api/iot/uplinks/ttn';
const CHIRPSTACK = '/api/iot/uplinks/chirpstack';
const SERVICE = `application_name LIKE 'furrow%' AND datname = current_database()`;
/** Of a normalizing device, of one with a mapping, of one that is paused, of nobody, and of both companies. */
const [AIR, PROBE, PAUSED, NOBODY, BOTH] = [1, 2, 3, 4, 5].map((n) => `70B3D57ED000000${n}`) as [
  ...[string, string, string, string, string],
];
const MAPPING = {
  te: 'air.temp',
  'soil[20].moisture': 'water_SOIL * 1',
  'soil[20].ec': 'conduct_SOIL * 0.001',
  'soil[60].moisture': 'probes[1].vwc',
};

let system: System;
let farm: ProvisionedFarm;
let other: ProvisionedFarm;
let network: Client;

beforeAll(async () => {
  system = await System.start();
  const device = (deviceId: string, devEui: string, more: object = {}) => ({
    ...{ deviceId, project: 'north', sector: 'n1', devEui, ...more },
  });
  const apiTokens = [
    { name: 'production', scopes: ['read:production'] },
    { name: 'network', scopes: ['write:telemetry'] },
  ];
  farm = await system.provision(
    aScoutedFarm('acme', {
      apiTokens,
      devices: [
        device('air', AIR.toLowerCase()),
        device('probe', '70-B3-D5-7E-D0-00-00-02', { mapping: MAPPING }),
        ...[device('paused', PAUSED, { status: 'inactive' }), device('sold', BOTH)],
        device('documented', '0101010101010101', { mapping: { 'soil[20].moisture': 'water_SOIL * 1' } }),
      ],
    }),
  );
  other = await system.provision(aScoutedFarm('other', { apiTokens, devices: [device('bought', BOTH)] }));
  network = of(farm);
});
afterAll(() => system?.stop());

const of = (whose: ProvisionedFarm, token = 'network') =>
  new Client(system.url, { authorization: `Bearer ${whose.ids.apiTokens[token]!.credential}` });

const ttn = (devEui: string, received_at: string, message: object, client = network): Promise<Answer> =>
  client.post(TTN, {
    end_device_ids: { device_id: 'x', application_ids: { application_id: 'farm' }, dev_eui: devEui },
    correlation_ids: ['as:up:1'],
    ...{ received_at, uplink_message: { f_port: 2, f_cnt: 7, received_at, ...message } },
  });
const chirpstack = (devEui: string, time: string, object: object, event = 'up'): Promise<Answer> =>
  network.post(`${CHIRPSTACK}?event=${event}`, {
    ...{ deduplicationId: 'd', time, fCnt: 7, fPort: 2, data: 'AQ==', object, adr: true, dr: 5 },
    deviceInfo: { tenantName: 'farm', deviceName: 'x', devEui: devEui.toLowerCase() },
    rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: -57 }],
  });

/** The series of a day, of the company that owns it. */
async function points(kind: string, day: string, whose = farm, more: object = {}): Promise<Json[]> {
  const query = new URLSearchParams({
    ...{ projectId: whose.ids.projects['north']!, timezone: 'UTC', ...more },
    ...{ from: `${day}T00:00:00`, to: `${day}T23:59:59` },
  });
  const answer = await new Client(system.url, {
    'x-api-key': whose.ids.apiTokens['production']!.credential,
  }).get(`/api/iot/${kind}?${query.toString()}`);
  expect(answer.status).toBe(200);
  return answer.data;
}
const rejected = async (devEui: string, whose = farm): Promise<Json[]> =>
  (await whose.as('ada').get('/api/console/rejected-uplinks')).data.filter(
    (each: Json) => each.devEui === devEui,
  );

describe('an uplink of The Things Stack', () => {
  it('is stored as it is normalized, once', async () => {
    const normalized_payload = [
      { air: { temperature: 21.4, relativeHumidity: 63 } },
      { soil: { depth: 30, moisture: 27.5, ec: 0.4 } },
    ];
    for (let time = 0; time < 3; time++)
      expect((await ttn(AIR, '2026-02-01T12:00:00.123456789Z', { normalized_payload })).status).toBe(204);
    expect(await points('weather', '2026-02-01')).toEqual([
      expect.objectContaining({ local_time: '2026-02-01T12:00:00.123+00:00', te: 21.4, hr: 63 }),
    ]);
    expect(await points('soil', '2026-02-01')).toEqual([
      expect.objectContaining({ depth: 30, moisture: 27.5, ec: 0.4, temperature: null, sampleCount: 1 }),
    ]);
    // A repeat with other values changes nothing; a counter that starts again does not matter.
    const again = { normalized_payload: [{ air: { temperature: 30 } }] };
    expect((await ttn(AIR, '2026-02-01T12:00:00.123456789Z', again)).status).toBe(204);
    expect((await ttn(AIR, '2026-02-01T13:00:00Z', { f_cnt: 0, ...again })).status).toBe(204);
    expect((await points('weather', '2026-02-01')).map(({ te }) => te)).toEqual([21.4, 30]);
  });

  it('of another kind is ignored', async () => {
    const join = { end_device_ids: { dev_eui: NOBODY }, join_accept: { session_key_id: 'a' } };
    expect((await network.post(TTN, join)).status).toBe(204);
    expect(await rejected(NOBODY)).toEqual([]);
  });
});

describe('an uplink of ChirpStack', () => {
  it('is stored by the mapping of its device', async () => {
    const decoded = {
      water_SOIL: '19.57',
      conduct_SOIL: 412,
      probes: [{ vwc: 1 }, { vwc: 31.5 }],
      air: { temp: -3 },
    };
    expect((await chirpstack(PROBE, '2026-02-02T12:00:00.5+00:00', decoded)).status).toBe(204);
    expect(await points('weather', '2026-02-02')).toEqual([
      expect.objectContaining({ local_time: '2026-02-02T12:00:00.500+00:00', te: -3 }),
    ]);
    expect(
      (await points('soil', '2026-02-02')).map(({ depth, moisture, ec }) => [depth, moisture, ec]),
    ).toEqual([
      [20, 19.57, 0.412],
      [60, 31.5, null],
    ]);
  });

  const { up, ...others } = documentedEvents();

  it('as ChirpStack documents it has the device, the time and what the codec returned', async () => {
    const sent = { ...up, object: { water_SOIL: '20.5' } };
    expect((await network.post(`${CHIRPSTACK}?event=up`, sent)).status).toBe(204);
    expect(await points('soil', '2022-07-18')).toMatchObject([
      { local_time: '2022-07-18T09:34:15.775+00:00', depth: 20, moisture: 20.5 },
    ]);
    // The documented one has no decoded payload: its device profile has no codec.
    expectRefusal(await network.post(`${CHIRPSTACK}?event=up`, up!), 422, 'B', 'uplink_unusable', {
      details: [{ field: 'decoded', message: expect.stringContaining('payload formatter') }],
    });
  });

  it.each(Object.entries(others))('of the documented event %s is ignored', async (event, body) => {
    expect((await network.post(`${CHIRPSTACK}?event=${event}`, body)).status).toBe(204);
    expect(await rejected('0016C001F000175A')).toEqual([]);
  });
});

describe('what devices of the repository of The Things Stack send', () => {
  const UPLINKS = publishedUplinks();
  const euiOf = (index: number) => `70B3D57ED001${index.toString(16).toUpperCase().padStart(4, '0')}`;
  const minute = (index: number) => `2026-02-09T12:${String(index).padStart(2, '0')}:00`;
  const SHOWN = { interval: 'raw', include: 'rain,rad,par,wet,pressure,gust,dir' };

  it('is stored exactly, by mapping or as it is normalized', async () => {
    const devices = UPLINKS.map(({ mapping }, index) => ({
      ...{ deviceId: `published-${index}`, project: 'north', devEui: euiOf(index), mapping },
    }));
    expect((await farm.as('ada').patch('/api/control/farm', { devices })).status).toBe(200);
    for (const [index, { decoded, normalized }] of UPLINKS.entries()) {
      const message = { decoded_payload: decoded, normalized_payload: normalized };
      expect((await ttn(euiOf(index), `${minute(index)}Z`, message)).status).toBe(204);
    }
    const expected = (kind: 'weather' | 'soil') =>
      UPLINKS.flatMap((uplink, index) =>
        uplink.expected[kind].map((item) =>
          expect.objectContaining({ local_time: `${minute(index)}.000+00:00`, ...item }),
        ),
      );
    expect(await points('weather', '2026-02-09', farm, SHOWN)).toEqual(expected('weather'));
    expect(await points('soil', '2026-02-09', farm, { interval: 'raw' })).toEqual(expected('soil'));
  });
});

describe('an uplink that cannot be stored', () => {
  it('of a device that the company does not have, or has paused, is 404 and listed', async () => {
    const payload = { normalized_payload: [{ air: { temperature: 1 } }] };
    for (const devEui of [NOBODY, NOBODY, PAUSED])
      expectRefusal(await ttn(devEui, '2026-02-03T12:00:00Z', payload), 404, 'B', 'device_unknown');
    expect(await rejected(NOBODY)).toEqual([
      {
        ...{ devEui: NOBODY, deviceId: null, network: 'ttn', code: 'device_unknown', reasons: [], count: 2 },
        ...{ firstAt: expect.any(String), lastAt: expect.any(String) },
      },
    ]);
    expect(await rejected(PAUSED)).toMatchObject([{ deviceId: 'paused', count: 1 }]);
  });

  it('belongs to the company of the token alone, whoever else has such a device', async () => {
    const payload = { normalized_payload: [{ air: { temperature: 7 } }] };
    // Devices are remembered for some seconds, each for its company.
    for (const devEui of [BOTH, AIR])
      expect((await ttn(devEui, '2026-02-20T12:00:00Z', payload)).status).toBe(204);
    expect((await ttn(BOTH, '2026-02-04T12:00:00Z', payload, of(other))).status).toBe(204);
    expectRefusal(await ttn(AIR, '2026-02-04T12:00:00Z', payload, of(other)), 404, 'B', 'device_unknown');
    expect([
      (await points('weather', '2026-02-04')).length,
      (await points('weather', '2026-02-04', other)).length,
    ]).toEqual([0, 1]);
    expect([await rejected(AIR), (await rejected(AIR, other)).length]).toEqual([[], 1]);
  });

  it('with nothing usable is 422 with the reasons per member, and listed', async () => {
    const answer = await chirpstack(PROBE, '2026-02-05T12:00:00Z', { water_SOIL: 'NaN', air: { temp: '7' } });
    const details = [
      { field: 'te', message: 'must be a number from -90 to 60' },
      { field: 'soil[20].moisture', message: 'must be a number from 0 to 100' },
      { field: 'soil[20].ec', message: 'is not in the decoded payload' },
      { field: 'soil[60].moisture', message: 'is not in the decoded payload' },
    ];
    expectRefusal(answer, 422, 'B', 'uplink_unusable', { details });
    expect(await rejected(PROBE)).toMatchObject([
      { deviceId: 'probe', network: 'chirpstack', code: 'uplink_unusable', reasons: details, count: 1 },
    ]);
    const ahead = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const early = await ttn(AIR, ahead, { normalized_payload: [{ air: { temperature: 1 } }] });
    expectRefusal(early, 422, 'B', 'uplink_unusable', {
      details: [{ field: ahead, message: expect.stringContaining('more than a day ahead') }],
    });
  });

  it.each([
    ['no body of The Things Stack', TTN, { a: 1 }, 400, 'validation_failed'],
    ['no body of ChirpStack', `${CHIRPSTACK}?event=up`, { a: 1 }, 400, 'validation_failed'],
    ['no event', CHIRPSTACK, { a: 1 }, 400, 'validation_failed'],
    ['a megabyte', TTN, { a: 'x'.repeat(1_048_576) }, 413, 'payload_too_large'],
  ] as const)('with %s is refused', async (_, path, body, status, code) => {
    expectRefusal(await network.post(path, body), status, 'B', code);
  });

  it('with NaN, which is no JSON, is malformed', async () => {
    const raw = `{"deviceInfo":{"devEui":"${PROBE}"},"time":"2026-02-06T12:00:00Z","object":{"air":{"temp":NaN}}}`;
    const answer = await network.post(`${CHIRPSTACK}?event=up`, undefined, { raw });
    expectRefusal(answer, 400, 'B', 'malformed_json');
  });

  it('needs a token with the scope', async () => {
    const reader = of(farm, 'production');
    expectRefusal(await ttn(AIR, '2026-02-06T12:00:00Z', {}, reader), 403, 'B', 'insufficient_scope');
    expectRefusal(await system.stranger.post(TTN, {}), 401, 'B', 'unauthenticated');
  });

  it('while the database is away is 503 with Retry-After, and stored when it is sent again', async () => {
    const database = new URL(system.environmentOfApi['DATABASE_URL']!).pathname.slice(1);
    const send = () =>
      ttn(AIR, '2026-02-07T12:00:00Z', { normalized_payload: [{ air: { temperature: 9 } }] });
    await system.sql(`REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`);
    try {
      await system.superuser(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${SERVICE}`);
      const answer = await until('it is refused', async () => {
        const sent = await send();
        return sent.status !== 204 && sent;
      });
      expectRefusal(answer, 503, 'B', 'overloaded');
    } finally {
      await system.sql(`GRANT CONNECT ON DATABASE ${database} TO PUBLIC`);
    }
    await until('it is stored', async () => (await send()).status === 204);
    expect((await points('weather', '2026-02-07')).map(({ te }) => te)).toEqual([9]);
  });
});

describe('a mapping in the farm file', () => {
  it('is refused where it measures nothing, or has no path', async () => {
    const answer = await farm.as('ada').patch('/api/control/farm', {
      devices: [
        {
          ...{ deviceId: 'probe', project: 'north' },
          mapping: {
            ...{ constructor: 'a', te: '__proto__', hr: 'a.constructor.name', wind: 'a.prototype[0]' },
            rain: 'a.__proto__.b',
          },
        },
        { deviceId: 'air', project: 'north', devEui: '12' },
      ],
    });
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(answer.body.details.map(({ field }: Json) => field)).toEqual([
      ...['constructor', 'te', 'hr', 'wind', 'rain'].map((name) => `devices[0].mapping.${name}`),
    ]);
  });

  it('stands in the farm file, and is kept by a file that leaves it out', async () => {
    const ada = farm.as('ada');
    await ada.patch('/api/control/farm', { devices: [{ deviceId: 'probe', project: 'north' }] });
    const { devices } = (await ada.get('/api/control/farm')).data;
    expect(devices.find(({ deviceId }: Json) => deviceId === 'probe')).toMatchObject({
      ...{ devEui: PROBE, mapping: MAPPING },
    });
  });
});

it('rates of readings hold for uplinks as for devices', async () => {
  const slow = await system.another({ IOT_DEVICE_RATE: '1' });
  const client = new Client(slow.url, network.headers);
  const send = (second: number) =>
    ttn(AIR, `2026-02-08T12:00:0${second}Z`, { normalized_payload: [{ air: { temperature: 9 } }] }, client);
  const answers = [await send(0), await send(1), await send(2), await send(3)];
  const refused = answers.find(({ status }) => status !== 204)!;
  expectRefusal(refused, 429, 'B', 'rate_limited');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // The other company’s integration notices nothing of one that floods.
  const neighbour = new Client(slow.url, of(other).headers);
  const flood = Array.from({ length: 60 }, (_, at) => send(at % 10));
  const stored = await ttn(
    ...([BOTH, '2026-02-08T12:00:00Z'] as const),
    ...[{ normalized_payload: [{ air: { temperature: 8 } }] }, neighbour],
  );
  expect(stored.status).toBe(204);
  const refusals = (await Promise.all(flood)).filter(({ status }) => status === 429);
  expect(refusals.length).toBeGreaterThan(50);
  expect((await points('weather', '2026-02-08', other)).map(({ te }) => te)).toEqual([8]);
});
