import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProcessorTime } from '@furrow/http/testing';
import { until } from '@furrow/testbed';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const FARM = '/api/control/farm';
const MB = 1_048_576;

let system: System;
let farm: ProvisionedFarm;
let admin: Client;
let number = 0;

beforeAll(async () => {
  system = await System.shared();
});
beforeEach(async () => {
  farm = await system.provision(aFarm(`change-${++number}`));
  admin = farm.as('ada');
});

const change = (body: Json, options: { query?: string; version?: string } = {}) =>
  admin.patch(`${FARM}${options.query ?? ''}`, body, {
    headers: options.version === undefined ? {} : { 'if-match': options.version },
  });
const versionOf = async (): Promise<string> => (await admin.get(FARM)).headers.get('etag')!;
const quality = { key: 'canned', name: 'For canning' };

describe('a change of the farm', () => {
  it('is a part of a farm file, and tells what it did', async () => {
    const { status, data, headers } = await change({
      qualities: [
        quality,
        { key: 'export', name: 'Export' },
        { key: 'local', name: 'Local', status: 'inactive' },
      ],
    });
    const item = (name: Json, standing: string) => ({ ...name, status: standing });
    const [exported, local] = [
      { key: 'export', name: 'Export' },
      { key: 'local', name: 'Local' },
    ];
    expect(status).toBe(200);
    expect(data.changes).toEqual([
      { kind: 'quality', key: 'canned', action: 'created', before: null, after: item(quality, 'active') },
      {
        ...{ kind: 'quality', key: 'export', action: 'unchanged' },
        ...{ before: item(exported, 'active'), after: item(exported, 'active') },
      },
      {
        ...{ kind: 'quality', key: 'local', action: 'deactivated' },
        ...{ before: item(local, 'active'), after: item(local, 'inactive') },
      },
    ]);
    expect(data).toMatchObject({ ids: { qualities: { canned: expect.any(String) } }, warnings: [] });
    expect(headers.get('etag')).toBe(`"${data.version}"`);
    expect(await versionOf()).toBe(`"${data.version}"`);
  });

  it('leaves what it does not name as it is', async () => {
    const before = (await admin.get(FARM)).data;
    const { data } = await change({ company: { name: 'Renamed' }, qualities: null });
    expect(data.changes).toMatchObject([{ kind: 'company', action: 'updated', after: { name: 'Renamed' } }]);
    expect((await admin.get(FARM)).data).toEqual({
      ...before,
      company: { ...before.company, name: 'Renamed' },
    });
  });

  it('changes nothing in a dry run, and gives no secret', async () => {
    const before = (await admin.get(FARM)).data;
    const body = { qualities: [quality], apiTokens: [{ name: 'new', scopes: ['read:production'] }] };
    const { status, data } = await change(body, { query: '?dryRun=true' });
    expect([status, data.changes.map(({ key }: Json) => key)]).toEqual([200, ['canned', 'new']]);
    expect(data.secrets).toEqual({ devices: {}, tokens: {} });
    expect((await admin.get(FARM)).data).toEqual(before);
  });

  it('shows secrets once', async () => {
    const body = {
      devices: [{ deviceId: `${farm.ids.companyId}-ws`, project: 'north' }],
      apiTokens: [{ name: 'new', scopes: ['read:production'] }],
    };
    const first = (await change(body)).data.secrets;
    expect([Object.values(first.devices), Object.values(first.tokens)]).toEqual([
      [expect.any(String)],
      [expect.stringContaining('.')],
    ]);
    const again = (await change(body)).data;
    expect(again.secrets).toEqual({ devices: {}, tokens: {} });
    expect(new Set(again.changes.map(({ action }: Json) => action))).toEqual(new Set(['unchanged']));
  });

  it('is refused for a farm that was changed meanwhile', async () => {
    const version = await versionOf();
    expect((await change({ qualities: [quality] }, { version })).status).toBe(200);
    const stale = await change({ qualities: [{ key: 'other', name: 'Other' }] }, { version });
    const now = (await versionOf()).slice(1, -1);
    expectRefusal(stale, 412, 'B', 'farm_changed', { version: now });
    expect((await change({ qualities: [] }, { version: '*' })).status).toBe(200);
  });

  it('happens once of many with the same version', async () => {
    const version = await versionOf();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        change({ qualities: [{ key: `q${i}`, name: `${i}` }] }, { version }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 412),
    ]);
  });

  it('leaves an active admin', async () => {
    const ada = { idpId: farm.idpId('ada'), name: 'Ada' };
    expectRefusal(await change({ users: [{ ...ada, role: 'supervisor' }] }), 422, 'B', 'last_admin');
    expectRefusal(
      await change({ users: [{ ...ada, role: 'admin', status: 'inactive' }] }),
      422,
      'B',
      'last_admin',
    );
    const ben = { idpId: farm.idpId('ben'), name: 'Ben', role: 'admin' };
    expect((await change({ users: [{ ...ada, role: 'supervisor' }, ben] })).status).toBe(200);
    await until('ada is a supervisor', async () => (await admin.get(FARM)).status === 403);
  });

  it('is recorded as the user’s', async () => {
    await change({ apiTokens: [{ name: 'new', scopes: ['read:production'] }] });
    const entries = await system.sql(
      `SELECT door, actor FROM audit.entries WHERE company_id = $1 ORDER BY entry_id DESC LIMIT 1`,
      [farm.ids.companyId],
    );
    expect(entries).toEqual([{ door: 'user', actor: farm.idpId('ada') }]);
  });

  it('is for admins', async () => {
    expectRefusal(await farm.as('ana').patch(FARM, { qualities: [] }), 403, 'B', 'forbidden');
    expectRefusal(await system.stranger.patch(FARM, {}), 401, 'B', 'unauthenticated');
  });
});

describe('a wrong farm file', () => {
  it.each<[string, Json, string[]]>([
    ['of another company', { company: { key: 'else' } }, ['company.key']],
    ['with a misspelt member', { qualitys: [] }, ['qualitys']],
    [
      'with a wrong outline',
      {
        projects: [
          {
            key: 'north',
            name: 'N',
            timezone: 'UTC',
            sectors: [{ key: 'n1', name: 'N', boundary: { type: 'Point' } }],
          },
        ],
      },
      ['projects[0].sectors[0].boundary'],
    ],
    [
      'with several wrong places',
      {
        qualities: [{ key: 'a' }, { key: 'b', name: 'B' }, { key: 'b', name: 'B' }],
        users: [{ idpId: 'x', name: 'X', role: 'boss' }],
      },
      ['users[0].role', 'qualities[2].key', 'qualities[0].name'],
    ],
    ['that names no project', { devices: [{ deviceId: 'x-1', project: 'nowhere' }] }, ['devices[0].project']],
    [
      'after which more were in use than a company may have',
      {
        qualities: [{ key: 'fine', name: 'Fine' }],
        containers: Array.from({ length: 1_001 }, (_, i) => ({ key: `c${i}`, name: 'C', unit: 'kg' })),
      },
      ['containers'],
    ],
  ])('%s is refused, naming them, and nothing is changed', async (_, body, fields) => {
    const before = await versionOf();
    const answer = await change(body);
    expect([answer.status, wrongFields(answer).toSorted()]).toEqual([400, fields.toSorted()]);
    expect(await versionOf()).toBe(before);
  });

  it('with 50,000 wrong places gets a short answer, while others are served', async () => {
    const wrong = { qualities: Array.from({ length: 50_000 }, () => ({ key: 1, name: 'x'.repeat(20) })) };
    expect(JSON.stringify(wrong).length).toBeGreaterThan(1.9 * 1_000_000);
    const sent = change(wrong);
    expect((await farm.as('ana').get('/api/control/projects')).status).toBe(200);
    const answer = await sent;
    expect([answer.status, wrongFields(answer)]).toEqual([400, ['qualities']]);
    expect(answer.text.length).toBeLessThan(64 * 1_024);
  });

  it.each<[string, [number, number][], string]>([
    [
      'that crosses itself',
      [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
      ],
      'crosses itself',
    ],
    [
      'of 30,000 corners',
      Array.from({ length: 30_000 }, (_, i) => [i % 90, i % 7]),
      'more than 5000 positions',
    ],
  ])('with an outline %s is answered in little time, with its place', async (_, corners, said) => {
    const boundary = { type: 'Polygon', coordinates: [[...corners, corners[0]]] };
    const place = { timezone: 'UTC', sectors: [{ key: 'n1', name: 'N', boundary }] };
    const processor = await ProcessorTime.of(system.url);
    const { status, body } = await change({ projects: [{ key: 'north', name: 'N', ...place }] });
    expect(await processor.spent()).toBeLessThan(1);
    const field = 'projects[0].sectors[0].boundary';
    expect([status, body.details]).toEqual([400, [{ field, message: expect.stringContaining(said) }]]);
    expect(body.message).toMatch(/\.$/);
  });

  it('of more values than a farm has is refused unread, such as an outline of 100,000 corners', async () => {
    const corners = Array.from({ length: 100_000 }, (_, i) => [i % 90, i % 7]);
    const boundary = { type: 'Polygon', coordinates: [[...corners, corners[0]]] };
    const sectors = [{ key: 'n1', name: 'N', boundary }];
    const processor = await ProcessorTime.of(system.url);
    const answer = await change({ projects: [{ key: 'north', name: 'N', timezone: 'UTC', sectors }] });
    expect(await processor.spent()).toBeLessThan(1);
    expect([answer.status, wrongFields(answer)]).toEqual([400, ['projects']]);
    expect(answer.text).toContain('may have at most 100000');
  });

  it('with more members than anything has is refused unread', async () => {
    const members = Object.fromEntries(Array.from({ length: 90_000 }, (_, i) => [`m${i}`, 1]));
    const answer = await change(members);
    expect([answer.status, wrongFields(answer)]).toEqual([400, ['body']]);
    expect(answer.text).toContain('must not have more than 10000 members in an object');
  });

  it('is at most 2 MB large', async () => {
    const answer = await change({ company: { name: 'x'.repeat(2 * MB) } });
    expectRefusal(answer, 413, 'B', 'payload_too_large');
  });
});
