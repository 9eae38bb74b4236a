import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aScoutedFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { Client, type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const UNKNOWN = '0198f000-0000-7000-8000-000000000000';
const SERIES = ['weather', 'heat', 'plant', 'soil', 'irrigation'] as const;

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;
let key: string;
let revoked: string;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aScoutedFarm('acme', { devices: [{ deviceId: 'ws-01', project: 'north' }] }));
  foreign = await system.provision(
    aScoutedFarm('other', { devices: [{ deviceId: 'ws-02', project: 'north' }] }),
  );
  key = farm.ids.apiTokens['phytosanitary']!.credential;
  const issued = await system.furrow<{ keyId: string; credential: string }>(
    ...['token', 'issue', '--company', 'acme', '--name', 'gone', '--scope', 'read:production'],
  );
  await system.furrow('token', 'revoke', issued.keyId);
  revoked = issued.credential;
});
afterAll(() => system?.stop());

const plain = () => ({
  ...{ projectId: farm.ids.projects['north']!, timezone: 'America/Santiago' },
  ...{ from: '2026-01-01T00:00:00', to: '2026-01-02T00:00:00' },
});
const ask = (
  what: string,
  query: Record<string, string> = {},
  headers: Record<string, string> = { 'x-api-key': key },
) =>
  new Client(system.url, headers).get(
    `/api/iot/${what}?${new URLSearchParams({ ...plain(), ...query }).toString()}`,
  );

describe.each(SERIES)('GET /api/iot/%s', (what) => {
  it('accepts any active token of the company', async () => {
    for (const credential of [key, farm.ids.apiTokens['production']!.credential])
      expect((await ask(what, {}, { 'x-api-key': credential })).body).toEqual({
        status: 'success',
        data: [],
      });
  });

  it.each([
    ['nobody', () => ({}), 'unauthenticated'],
    ['a key that nobody has', () => ({ 'x-api-key': 'key' }), 'invalid_token'],
    ['an unknown token', () => ({ 'x-api-key': `${UNKNOWN}.secret` }), 'invalid_token'],
    ['a revoked token', () => ({ 'x-api-key': revoked }), 'invalid_token'],
    [
      'a bearer token, because only x-api-key is accepted',
      () => ({ authorization: `Bearer ${key}` }),
      'unauthenticated',
    ],
  ])('refuses %s', async (_who, headers, code) => {
    expectRefusal(await ask(what, {}, headers()), 401, 'B', code);
  });

  it('requires all of its parameters, and names every wrong one at once', async () => {
    const answer = await new Client(system.url, { 'x-api-key': key }).get(`/api/iot/${what}`);
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual(['from', 'projectId', 'timezone', 'to']);
  });

  it.each([
    [{ from: '2026-01-01' }, 'from'],
    [{ from: '2026-01-01T00:00:00Z' }, 'from'],
    [{ from: '2026-01-01T00:00:00-03:00' }, 'from'],
    [{ to: '2026-02-30T00:00:00' }, 'to'],
    [{ to: '2026-01-01T24:00:00' }, 'to'],
    [{ to: '2025-12-31T23:59:59' }, 'to'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '-03:00' }, 'timezone'],
    [{ timezone: 'UTC+3' }, 'timezone'],
    [{ timezone: '' }, 'timezone'],
  ])('refuses %j', async (query, field) => {
    const answer = await ask(what, query);
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual([field]);
  });

  it.each([
    ['another company’s', () => foreign.ids.projects['north']!],
    ['an unknown one', () => UNKNOWN],
    ['no id at all', () => 'north'],
  ])('does not find the project: %s', async (_which, projectId) => {
    expectRefusal(await ask(what, { projectId: projectId() }), 403, 'B', 'project_forbidden');
  });

  it('takes the company and a sector of its own, and refuses those of others', async () => {
    const own = { companyId: farm.ids.companyId, sectorId: farm.ids.sectors['north/n1']! };
    expect((await ask(what, own)).body).toEqual({ status: 'success', data: [] });
    for (const companyId of [foreign.ids.companyId, UNKNOWN, 'acme'])
      expectRefusal(await ask(what, { companyId }), 403, 'B', 'company_mismatch');
    for (const sectorId of [foreign.ids.sectors['north/n1']!, UNKNOWN, 'n1'])
      expectRefusal(await ask(what, { sectorId }), 403, 'B', 'sector_forbidden');
    const sectorId = farm.ids.sectors['south/s1']!;
    expectRefusal(await ask(what, { sectorId }), 422, 'B', 'sector_not_in_project');
    // Ranges come before filters.
    const reversed = await ask(what, { companyId: UNKNOWN, to: '2025-12-31T23:59:59' });
    expectRefusal(reversed, 400, 'B', 'validation_failed');
  });
});

it('an interval must be one of five', async () => {
  for (const what of ['weather', 'plant'])
    expectRefusal(await ask(what, { interval: '10m' }), 400, 'B', 'validation_failed');
});

describe('refused indicators', () => {
  const indicator = (name: string, from: string, to: string, more: Record<string, string> = {}) =>
    ask(`indicators/${name}`, { from, to, ...more });

  it.each(['frost', 'DLI', 'degree-days%2F', '%00'])('are unknown: %p', async (name) => {
    const answer = await indicator(name, '2025-01-01', '2025-01-02');
    expect([400, 404]).toContain(answer.status);
    if (name !== '%00') expectRefusal(answer, 404, 'B', 'indicator_not_found');
  });

  it('have every wrong parameter named at once', async () => {
    const answer = await indicator('degree-days', '2025-1-1', '2025-02-30', {
      ...{ base: '0x9', upper: 'hot', method: 'auto', cutoff: 'soft', minCoverage: '2', projectId: '' },
    });
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual([
      'base',
      'cutoff',
      'from',
      'method',
      'minCoverage',
      'projectId',
      'to',
      'upper',
    ]);
    const method = answer.body.details.find(({ field }: Json) => field === 'method');
    expect(method.message).toContain('average, single-sine, double-sine, single-triangle, double-triangle');
  });

  it.each([
    ['degree-days', { base: '20', upper: '20' }, 'upper'],
    ['degree-days', { upper: '5' }, 'upper'],
    ['chill', { model: 'dynamic' }, 'model'],
    ['et0', { method: 'penman' }, 'method'],
    ['et0', { method: 'single-sine' }, 'method'],
    ['dli', { minCoverage: '-0.1' }, 'minCoverage'],
    ['dli', { format: 'geojson' }, 'format'],
  ])('%s with %j', async (name, query, field) => {
    const answer = await indicator(name, '2025-01-01', '2025-01-02', query);
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual([field]);
  });

  it('accept numbers as JavaScript prints them, and say what is wrong with others', async () => {
    const degreeDays = (query: Record<string, string>) =>
      indicator('degree-days', '2025-01-01', '2025-01-02', query);
    const [base, upper, minCoverage] = [10 / 1.8, (70 - 32) / 1.8, 1e-7];
    const asked = { base: String(base), upper: String(upper), minCoverage: String(minCoverage) };
    expect(asked).toEqual({ base: '5.555555555555555', upper: '21.11111111111111', minCoverage: '1e-7' });
    const { status, body } = await degreeDays(asked);
    expect([status, body.meta.parameters]).toEqual([
      200,
      expect.objectContaining({ base, upper, minCoverage }),
    ]);
    const wrong = await degreeDays({ base: '21,5', upper: '60.000000000000014', minCoverage: 'NaN' });
    expect(
      Object.fromEntries(wrong.body.details.map(({ field, message }: Json) => [field, message])),
    ).toEqual({
      base: 'must have a decimal point instead of a comma, such as 21.5',
      upper: 'must be from -90 to 60',
      minCoverage: 'must be a number from 0 to 1, written such as 0.5, -3 or 1e-7',
    });
  });

  it('have a range that is reversed, or longer than 731 days', async () => {
    expectRefusal(await indicator('dli', '2025-01-02', '2025-01-01'), 422, 'B', 'invalid_date_range');
    expectRefusal(await indicator('dli', '2023-01-01', '2025-01-01'), 422, 'B', 'date_range_too_long');
    expect((await indicator('dli', '2023-01-01', '2024-12-31')).data).toHaveLength(731);
  });

  it('belong to another company, or do not exist', async () => {
    const asked = (more: Record<string, string>) => indicator('chill', '2025-01-01', '2025-01-02', more);
    const companyId = foreign.ids.companyId;
    expectRefusal(await asked({ companyId }), 403, 'B', 'company_mismatch');
    const reversed = await indicator('chill', '2025-01-02', '2025-01-01', { companyId });
    expectRefusal(reversed, 422, 'B', 'invalid_date_range');
    for (const projectId of [foreign.ids.projects['north']!, UNKNOWN, 'north'])
      expectRefusal(await asked({ projectId }), 403, 'B', 'project_forbidden');
    for (const sectorId of [foreign.ids.sectors['north/n1']!, UNKNOWN])
      expectRefusal(await asked({ sectorId }), 403, 'B', 'sector_forbidden');
    for (const deviceId of ['ws-02', 'nobody'])
      expectRefusal(await asked({ deviceId }), 403, 'B', 'device_forbidden');
    const sectorId = farm.ids.sectors['south/s1']!;
    expectRefusal(await asked({ sectorId }), 422, 'B', 'sector_not_in_project');
    expectRefusal(
      await new Client(system.url).get('/api/iot/indicators/frost'),
      ...([401, 'B', 'unauthenticated'] as const),
    );
  });
});

describe('a command', () => {
  const send = (who: Client, deviceId = 'ws-01', body: unknown = { name: 'reboot', payload: { delay: 5 } }) =>
    who.post(`/api/iot/devices/${deviceId}/commands`, body);
  const lifetimeOf = ({ data }: { data: { createdAt: string; expiresAt: string } }) =>
    (Date.parse(data.expiresAt) - Date.parse(data.createdAt)) / 1_000;

  it('is stored for its device', async () => {
    const answer = await send(farm.as('ada'), 'ws-01', {
      name: 'reboot',
      payload: { delay: 5, constructor: 'x' },
      expiresInSeconds: 90,
    });
    expect(answer.status).toBe(201);
    expect(answer.data).toEqual({
      ...{ commandId: expect.any(String), deviceId: 'ws-01', name: 'reboot' },
      ...{
        topic: 'v1/devices/ws-01/commands/reboot',
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    });
    expect(lifetimeOf(answer)).toBe(90);
    const kept = await system.sql(
      'SELECT payload, delivered_at FROM telemetry.commands WHERE command_id = $1',
      [answer.data.commandId],
    );
    expect(kept).toEqual([{ payload: { delay: 5, constructor: 'x' }, delivered_at: null }]);
    const plain = await send(farm.as('ada'), 'ws-01', { name: 'reboot' });
    expect([plain.status, lifetimeOf(plain)]).toEqual([201, 7 * 86_400]);
  });

  it('requires an administrator', async () => {
    expectRefusal(await send(system.stranger), 401, 'B', 'unauthenticated');
    expectRefusal(await send(farm.as('ana')), 403, 'B', 'forbidden');
  });

  it('must address a device of the company', async () => {
    for (const deviceId of ['ws-02', 'nobody', '%00'])
      expect((await send(farm.as('ada'), deviceId)).status).toBe(deviceId === '%00' ? 400 : 404);
    expectRefusal(await send(farm.as('ada'), 'ws-02'), 404, 'B', 'device_not_found');
  });

  it.each([
    [{}, ['name']],
    [{ name: 'a/b' }, ['name']],
    [{ name: '#' }, ['name']],
    [{ name: '' }, ['name']],
    [{ name: 'x'.repeat(65) }, ['name']],
    [{ name: 'ok', payload: 'text' }, ['payload']],
    [{ name: 'ok', expiresInSeconds: 0 }, ['expiresInSeconds']],
    [{ name: 'ok', expiresInSeconds: 1.5 }, ['expiresInSeconds']],
    [{ name: 'ok', expiresInSeconds: null }, ['expiresInSeconds']],
    [{ name: 'ok', expiresInSeconds: 400 * 86_400 }, ['expiresInSeconds']],
    [{ name: 'ok', payload: { text: 'x'.repeat(70_000) } }, ['payload']],
  ])('is refused: %j', async (body, fields) => {
    const answer = await send(farm.as('ada'), 'ws-01', body);
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual(fields);
  });
});
