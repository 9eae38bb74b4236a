import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '@furrow/journal';
import { until } from '@furrow/testbed';
import { aFarm, aProject, HARVEST, type ProvisionedFarm, ZONE } from '@furrow/testbed/farms';
import { type Client, dateIn, type Json, System } from '@furrow/testbed/system';
import { describeRefusals } from '../harness/refusal-cases.ts';
import { expectCommonHeaders, wrongFields } from '../harness/refusal.ts';
import { Telemetry } from '@furrow/telemetry/testing/stations';

const DEVICES = '/api/control/devices';
const TOKENS = '/api/control/tokens';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const MINUTE = 60_000;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

/** The site of a station in its farm file. */
const SITE = { latitude: -36.52, longitude: -71.61, altitude: 240, windHeight: 10 };

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;
let telemetry: Telemetry;
let ada: Client;
/** Ada's acts have to be distinguishable in the trail. */
let byAda: object;

beforeAll(async () => {
  system = await System.shared();
  const device = (deviceId: string, more: object = {}) => ({
    ...{ deviceId, project: 'north', sector: 'n1', ...more },
  });
  farm = await system.provision(
    aFarm('acme', {
      projects: [aProject('north', 'n', 2)],
      devices: [
        device('ws-1', SITE),
        device('valve', { sector: null }),
        device('new', { status: 'inactive' }),
      ],
    }),
  );
  foreign = await system.provision(
    aFarm('rival', { projects: [aProject('north', 'n', 2)], devices: [device('theirs')] }),
  );
  telemetry = Telemetry.over(system);
  ada = farm.as('ada');
  byAda = { channel: 'user', actor: farm.idpId('ada'), userId: farm.ids.users[farm.idpId('ada')] };
});
afterAll(async () => {
  await telemetry?.close();
  await system?.stop();
});

const devices = async (client = ada): Promise<Json[]> => (await client.get(DEVICES)).data;
const lastSeen = async (id: string) => (await devices()).find(({ deviceId }) => deviceId === id).lastSeenAt;
const kept = async (deviceId: string) => {
  const [row] = await system.sql<{ hash: string; status: string }>(
    `SELECT encode(secret_hash, 'hex') AS hash, status FROM access.devices WHERE device_id = $1`,
    [deviceId],
  );
  return row;
};
const actsOn = (subject: string) =>
  system.sql<AuditEntry>(
    `SELECT door AS channel, actor, user_id AS "userId", act FROM audit.entries
     WHERE $1 = ANY (subjects) AND door = 'user' ORDER BY at, entry_id`,
    [subject],
  );

describe('devices', () => {
  it('are listed with place and status, but without secrets', async () => {
    const answer = await ada.get(DEVICES);
    expectCommonHeaders(answer);
    const { projects, sectors } = farm.ids;
    const north = { projectId: projects['north'], project_name: 'Project north' };
    const n1 = { sectorId: sectors['north/n1'], sector_name: 'Sector n1' };
    const fresh = { createdAt: INSTANT, lastSeenAt: null };
    const nowhere = { latitude: null, longitude: null, altitude: null, windHeight: 2, devEui: null };
    expect(answer.body).toEqual({
      status: 'success',
      data: [
        { deviceId: 'new', ...north, ...n1, status: 'inactive', ...nowhere, ...fresh },
        {
          deviceId: 'valve',
          ...north,
          sectorId: null,
          sector_name: null,
          status: 'active',
          ...nowhere,
          ...fresh,
        },
        { deviceId: 'ws-1', ...north, ...n1, status: 'active', ...SITE, devEui: null, ...fresh },
      ],
      meta: {
        connection: {
          tokenUrl: expect.stringMatching(/^http:\/\/[^/]+\/api\/iot\/token$/),
          mqttUrl: expect.stringMatching(/^ws:\/\/[^/]+\/mqtt$/),
          topics: {
            telemetry: ['weather', 'plant', 'irrigation', 'soil'].map(
              (kind) => `v1/devices/{deviceId}/telemetry/${kind}`,
            ),
            status: 'v1/devices/{deviceId}/status',
            errors: 'v1/devices/{deviceId}/errors',
            commands: 'v1/devices/{deviceId}/commands/#',
          },
        },
      },
    });
    expect((await devices(foreign.as('ada'))).map(({ deviceId }) => deviceId)).toEqual(['theirs']);
  });

  it('were last seen at their latest reading of any kind', async () => {
    const station = telemetry.station(farm, 'ws-1', 'north/n1');
    const [hours, days, years] = [90, 3_000, 800_000].map(minutesAgo);
    await station.send('weather', [{ ts: days, te: 20 }]);
    expect(await lastSeen('ws-1')).toBe(days);
    await station.send('plant', [{ ts: hours, kpi: 'vigor', value: 1 }]);
    expect(await lastSeen('ws-1')).toBe(hours);
    // A late reading does not move the last one back.
    await station.send('weather', [{ ts: years, te: 20 }]);
    expect(await lastSeen('ws-1')).toBe(hours);

    const valve = telemetry.station(farm, 'valve', 'north/n1');
    const [startedAt, endedAt] = [minutesAgo(50), minutesAgo(20)];
    await valve.send('irrigation', [{ eventId: '1', startedAt }]);
    expect(await lastSeen('valve')).toBe(startedAt);
    await valve.send('irrigation', [{ eventId: '1', startedAt, endedAt }]);
    expect(await lastSeen('valve')).toBe(endedAt);
    expect(await lastSeen('new')).toBeNull();
  });

  it('are never last seen in the future, even if their clock is ahead', async () => {
    await telemetry.station(farm, 'ws-1', 'north/n1').send('weather', [{ ts: minutesAgo(-600), te: 20 }]);
    expect(Date.parse(await lastSeen('ws-1'))).toBeLessThanOrEqual(Date.now());
  });

  it('get a new secret, which is shown once', async () => {
    const before = await kept('valve');
    const answer = await ada.post(`${DEVICES}/valve/rotate`);
    expectCommonHeaders(answer);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const deviceSecret = expect.stringMatching(/^[\w-]{43}$/);
    expect(answer.body).toEqual({ status: 'success', data: { deviceId: 'valve', deviceSecret } });
    const after = await kept('valve');
    expect(after?.hash).toBe(createHash('sha256').update(answer.data.deviceSecret).digest('hex'));
    expect(after?.hash).not.toBe(before?.hash);
    expect((await ada.get(DEVICES)).text).not.toContain(answer.data.deviceSecret);
  });

  it('are revoked permanently; a repeat has no effect, and the audit trail has all of it', async () => {
    for (const _ of [1, 2]) {
      const answer = await ada.post(`${DEVICES}/valve/revoke`);
      expect({ status: answer.status, body: answer.body }).toEqual({
        ...{ status: 200, body: { status: 'success', data: { deviceId: 'valve', status: 'revoked' } } },
      });
    }
    expect((await devices()).find(({ deviceId }) => deviceId === 'valve').status).toBe('revoked');
    const refused = await ada.post(`${DEVICES}/valve/rotate`);
    expect([refused.status, refused.body.code]).toEqual([409, 'device_revoked']);
    expect(await actsOn('valve')).toEqual([
      { ...byAda, act: 'device.rotated' },
      { ...byAda, act: 'device.revoked' },
    ]);
  });
});

describe('API tokens', () => {
  const today = dateIn(ZONE);
  const read = (credential: string) =>
    system.token(credential).get(`${HARVEST}?startTime=${today}&endTime=${today}`);
  const tokens = async (): Promise<Json[]> => (await ada.get(TOKENS)).data;

  it('are listed with scopes, expiry and last use, but without secrets', async () => {
    const { production, phytosanitary } = farm.ids.apiTokens as Record<string, Json>;
    const answer = await ada.get(TOKENS);
    expectCommonHeaders(answer);
    const unused = { revokedAt: null, lastUsedAt: null };
    const token = (name: string, { keyId }: Json) => ({
      ...{ keyId, name, scopes: [`read:${name}`], status: 'active', createdAt: INSTANT, expiresAt: null },
      ...unused,
    });
    expect(answer.body).toEqual({
      status: 'success',
      data: expect.arrayContaining([token('production', production), token('phytosanitary', phytosanitary)]),
    });
    expect(answer.data).toHaveLength(2);
    for (const { credential } of [production, phytosanitary])
      expect(answer.text).not.toContain(credential.split('.')[1]);

    const before = Date.now();
    expect((await read(production.credential)).status).toBe(200);
    const used = await until('its last use is written down', async () => {
      const found = (await tokens()).find(({ keyId }) => keyId === production.keyId);
      return found.lastUsedAt ?? false;
    });
    expect(Date.parse(used)).toBeGreaterThan(before - 5_000);
    expect(Date.parse(used)).toBeLessThanOrEqual(Date.now());
  });

  it('are replaced by one of the same name; the old one works until the overlap ends', async () => {
    const { keyId, credential } = farm.ids.apiTokens['production']!;
    const answer = await ada.post(`${TOKENS}/${keyId}/rotate`, { overlap: '1h' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      status: 'success',
      data: { keyId: expect.stringMatching(/^fk_/), credential: expect.stringMatching(/^fk_\w+\.\S+$/) },
    });
    expect(answer.data.keyId).not.toBe(keyId);
    for (const each of [credential, answer.data.credential]) expect((await read(each)).status).toBe(200);
    const [successor, retired] = ['active', 'retiring'].map((status) => ({ name: 'production', status }));
    const both = (await tokens()).filter(({ name }) => name === 'production');
    expect(both).toMatchObject([successor, retired]);
    expect(Date.parse(both[1].expiresAt)).toBeGreaterThan(Date.now() + 59 * MINUTE);

    const again = await ada.post(`${TOKENS}/${keyId}/rotate`);
    expect([again.status, again.body.code]).toEqual([409, 'token_not_current']);
  });

  it('end at once without an overlap, and when they are revoked', async () => {
    const { keyId, credential } = farm.ids.apiTokens['phytosanitary']!;
    const { data } = await ada.post(`${TOKENS}/${keyId}/rotate`, { overlap: '0s' });
    await until('the old one serves no more', async () => (await read(credential)).status === 401);
    expect((await read(data.credential)).body.code).toBe('insufficient_scope');
    for (const _ of [1, 2]) {
      const answer = await ada.post(`${TOKENS}/${data.keyId}/revoke`);
      expect({ status: answer.status, body: answer.body }).toEqual({
        ...{ status: 200, body: { status: 'success', data: { keyId: data.keyId, status: 'revoked' } } },
      });
    }
    await until(
      'the new one neither',
      async () => (await read(data.credential)).body.code === 'invalid_token',
    );
    expect((await tokens()).find((token) => token.keyId === data.keyId)).toMatchObject({
      ...{ status: 'revoked', revokedAt: INSTANT },
    });
    expect(await actsOn(keyId)).toEqual([{ ...byAda, act: 'token.rotated' }]);
    expect(await actsOn(data.keyId)).toEqual([
      { ...byAda, act: 'token.issued' },
      { ...byAda, act: 'token.revoked' },
    ]);
  });

  it('may overlap for any duration', async () => {
    for (const overlap of ['', '1', 'h', '1 h', 24, '-1h']) {
      const answer = await ada.post(`${TOKENS}/x/rotate`, { overlap });
      expect([overlap, answer.status, wrongFields(answer)]).toEqual([overlap, 400, ['overlap']]);
    }
  });
});

const asAdmin = (path: string) => ada.post(path);
describeRefusals('what is refused of devices and tokens', 'B', [
  ...['ana', 'gus'].flatMap((name) =>
    [DEVICES, TOKENS].map((path) => {
      const ask = () => farm.as(name).get(path);
      return [`${path} for ${name}`, ask, 403, 'forbidden'] as const;
    }),
  ),
  ['devices for nobody', () => system.stranger.get(DEVICES), 401, 'unauthenticated'],
  ['rotating as a supervisor', () => farm.as('ana').post(`${DEVICES}/ws-1/rotate`), 403, 'forbidden'],
  ['revoking with an API token', () => foreign.program().post(`${TOKENS}/x/revoke`), 401, 'invalid_token'],
  ['rotating a device of nobody', () => asAdmin(`${DEVICES}/x/rotate`), 404, 'device_not_found'],
  ['revoking a device of nobody', () => asAdmin(`${DEVICES}/x/revoke`), 404, 'device_not_found'],
  ['rotating another company’s device', () => asAdmin(`${DEVICES}/theirs/rotate`), 404, 'device_not_found'],
  ['revoking another company’s device', () => asAdmin(`${DEVICES}/theirs/revoke`), 404, 'device_not_found'],
  ['rotating a token of nobody', () => asAdmin(`${TOKENS}/x/rotate`), 404, 'token_not_found'],
  ['revoking a token of nobody', () => asAdmin(`${TOKENS}/x/revoke`), 404, 'token_not_found'],
  ...['rotate', 'revoke'].map((action) => {
    const ask = () => asAdmin(`${TOKENS}/${foreign.ids.apiTokens['production']!.keyId}/${action}`);
    return [`${action} of another company’s token`, ask, 404, 'token_not_found'] as const;
  }),
]);

it('another company is unchanged', async () => {
  expect((await kept('theirs'))?.status).toBe('active');
  const { data } = await foreign.as('ada').get(TOKENS);
  expect(data.map(({ status }: Json) => status)).toEqual(['active', 'active']);
});
