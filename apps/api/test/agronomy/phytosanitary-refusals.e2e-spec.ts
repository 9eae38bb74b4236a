import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aScoutedFarm,
  COMPANY_RECORDS,
  COMPANY_SUMMARY,
  type ProvisionedFarm,
  ReportClient,
  SUMMARY,
} from '@furrow/testbed/farms';
import { type Answer, Client, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

type Query = Record<string, string>;
type Case = readonly [what: string, ask: (path: string) => Promise<Answer>, status: number, code: string];

const UNKNOWN = '0198f000-0000-7000-8000-000000000000';
const RANGE = { startTime: '2026-03-01', endTime: '2026-03-10' };

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;
let short: { keyId: string; credential: string };
let revoked: { keyId: string; credential: string };

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aScoutedFarm('acme'));
  foreign = await system.provision(aScoutedFarm('other'));
  const issue = (name: string, ...more: string[]) =>
    system.furrow<{ keyId: string; credential: string }>(
      ...['token', 'issue', '--company', 'acme', '--name', name, '--scope', 'read:phytosanitary', ...more],
    );
  [short, revoked] = [await issue('short', '--expires-in', '1s'), await issue('gone')];
  await system.furrow('token', 'revoke', revoked.keyId);
});
afterAll(() => system?.stop());

const as =
  (client: Client, query: Query = RANGE) =>
  (path: string) =>
    new ReportClient(client).ask(path, query);
const asked = (over: () => Query) => (path: string) =>
  as(farm.program('phytosanitary'), { ...RANGE, ...over() })(path);
const raw = (query: string) => (path: string) => farm.program('phytosanitary').get(`${path}?${query}`);
const withHeaders = (headers: () => Record<string, string>) => (path: string) =>
  as(new Client(system.url, headers()))(path);
const credential = () => farm.ids.apiTokens['phytosanitary']!.credential;

const CASES: readonly Case[] = [
  ['nobody', (path) => as(system.stranger)(path), 401, 'unauthenticated'],
  ['a JWT', (path) => as(farm.as('ana'))(path), 401, 'invalid_token'],
  ['no token at all', withHeaders(() => ({ 'x-api-key': 'key' })), 401, 'invalid_token'],
  [
    'an unknown token',
    withHeaders(() => ({ authorization: `Bearer ${UNKNOWN}.secret` })),
    401,
    'invalid_token',
  ],
  ['a wrong secret', withHeaders(() => ({ 'x-api-key': `${credential()}x` })), 401, 'invalid_token'],
  ['a revoked token', withHeaders(() => ({ 'x-api-key': revoked.credential })), 401, 'invalid_token'],
  [
    'two tokens',
    withHeaders(() => ({
      'x-api-key': credential(),
      authorization: `Bearer ${farm.ids.apiTokens['production']!.credential}`,
    })),
    401,
    'invalid_token',
  ],
  ['a token without the scope', (path) => as(farm.program('production'))(path), 403, 'insufficient_scope'],
  ['no dates', raw(''), 400, 'validation_failed'],
  ['no end', raw('startTime=2026-03-01'), 400, 'validation_failed'],
  ['no start', raw('endTime=2026-03-01'), 400, 'validation_failed'],
  ...['2026-3-1', '2026-02-30', '20260301', '2026-03-01T00:00:00Z', '2026-03-01Z', '', 'today'].map(
    (startTime): Case => [
      `start ${JSON.stringify(startTime)}`,
      asked(() => ({ startTime })),
      400,
      'validation_failed',
    ],
  ),
  [
    'a date twice',
    raw('startTime=2026-03-01&startTime=2026-03-01&endTime=2026-03-01'),
    400,
    'validation_failed',
  ],
  ['an empty project', asked(() => ({ projectId: '' })), 400, 'validation_failed'],
  ['an empty sector', asked(() => ({ sectorId: '' })), 400, 'validation_failed'],
  ['an empty company', asked(() => ({ companyId: '' })), 400, 'validation_failed'],
  ['reversed dates', asked(() => ({ endTime: '2026-02-28' })), 422, 'invalid_date_range'],
  ['181 days', asked(() => ({ startTime: '2025-09-11' })), 422, 'date_range_too_long'],
  ['their company', asked(() => ({ companyId: foreign.ids.companyId })), 403, 'company_mismatch'],
  ['no company at all', asked(() => ({ companyId: 'acme' })), 403, 'company_mismatch'],
  ['their project', asked(() => ({ projectId: foreign.ids.projects['north']! })), 403, 'project_forbidden'],
  ['an unknown project', asked(() => ({ projectId: UNKNOWN })), 403, 'project_forbidden'],
  ['a project that is no id', asked(() => ({ projectId: 'north' })), 403, 'project_forbidden'],
  ['their sector', asked(() => ({ sectorId: foreign.ids.sectors['north/n1']! })), 403, 'sector_forbidden'],
  ['an unknown sector', asked(() => ({ sectorId: UNKNOWN })), 403, 'sector_forbidden'],
  ['a sector that is no id', asked(() => ({ sectorId: 'n1' })), 403, 'sector_forbidden'],
  [
    'a sector of another project',
    asked(() => ({ projectId: farm.ids.projects['south']!, sectorId: farm.ids.sectors['north/n1']! })),
    422,
    'sector_not_in_project',
  ],
  ['credential before query', (path) => as(system.stranger, {})(path), 401, 'unauthenticated'],
  ['scope before query', (path) => as(farm.program('production'), {})(path), 403, 'insufficient_scope'],
  ['form before range', asked(() => ({ endTime: '2026-02-28', projectId: '' })), 400, 'validation_failed'],
  [
    'range before filters',
    asked(() => ({ endTime: '2026-02-28', companyId: UNKNOWN })),
    422,
    'invalid_date_range',
  ],
  [
    'length before filters',
    asked(() => ({ startTime: '2025-09-01', projectId: UNKNOWN })),
    422,
    'date_range_too_long',
  ],
  [
    'company before project',
    asked(() => ({ companyId: UNKNOWN, projectId: UNKNOWN })),
    403,
    'company_mismatch',
  ],
  [
    'project before sector',
    asked(() => ({ projectId: UNKNOWN, sectorId: UNKNOWN })),
    403,
    'project_forbidden',
  ],
  [
    'sector before contradiction',
    asked(() => ({ projectId: farm.ids.projects['south']!, sectorId: foreign.ids.sectors['north/n1']! })),
    403,
    'sector_forbidden',
  ],
  ['another method', (path) => farm.program('phytosanitary').post(path, {}), 404, 'route_not_found'],
];

describe.each([
  ['the summary', SUMMARY, 'A'],
  ['the company’s summary', COMPANY_SUMMARY, 'A'],
  ['the company’s records', COMPANY_RECORDS, 'B'],
] as const)('%s', (_, path, shape) => {
  it.each(CASES)('refuses %s', async (_what, ask, status, code) => {
    expectRefusal(await ask(path), status, shape, code);
  });

  it('refuses a token that has expired', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expectRefusal(
      await withHeaders(() => ({ 'x-api-key': short.credential }))(path),
      401,
      shape,
      'token_expired',
    );
  });

  it('names every wrong parameter at once', async () => {
    const answer = await asked(() => ({ startTime: 'x', endTime: 'y', sectorId: '' }))(path);
    expectRefusal(answer, 400, shape, 'validation_failed');
    expect(wrongFields(answer)).toEqual(['endTime', 'sectorId', 'startTime']);
  });

  it('answers in the same shape for paths with capitals and a trailing slash', async () => {
    expectRefusal(
      await farm.program('phytosanitary').get(`${path.toUpperCase()}/`),
      400,
      shape,
      'validation_failed',
    );
  });
});

describe('ids of the company', () => {
  it('neither narrow nor refuse a report of the whole company', async () => {
    const own = () => ({
      companyId: farm.ids.companyId,
      projectId: farm.ids.projects['north']!,
      sectorId: farm.ids.sectors['north/n1']!,
    });
    expect((await asked(own)(COMPANY_SUMMARY)).body).toMatchObject({ status: 'success', scope: 'company' });
    expect((await asked(own)(COMPANY_RECORDS)).body).toMatchObject({ status: 'success', totalRecords: 0 });
  });
});
