import { afterAll, beforeAll } from '@jest/globals';
import { aFarm, aProject, HARVEST, type ProvisionedFarm } from '@furrow/testbed/farms';
import { System } from '@furrow/testbed/system';
import { describeRefusals, type RefusalCase } from '../harness/refusal-cases.ts';

const TODAY = '2026-01-01';
const UNKNOWN = '0198f000-0000-7000-8000-000000000000';

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(
    aFarm('acme', { projects: [aProject('north', 'n', 1), aProject('south', 's', 1)] }),
  );
  foreign = await system.provision(aFarm('other'));
});
afterAll(() => system?.stop());

const report = (query: Record<string, string>, client = farm.program()) =>
  client.get(`${HARVEST}?${new URLSearchParams(query).toString()}`);
const today = { startTime: TODAY, endTime: TODAY };

const exported = (query: Record<string, string>) =>
  farm.program().get(`/api/control/production/records/export?${new URLSearchParams(query).toString()}`);

describeRefusals('the export of movements', 'B', [
  ['their company', () => exported({ ...today, companyId: foreign.ids.companyId }), 403, 'company_mismatch'],
]);

describeRefusals('the harvest report', 'A', [
  ['nobody', () => report(today, system.stranger), 401, 'unauthenticated'],
  ['a JWT', () => report(today, farm.as('ana')), 401, 'invalid_token'],
  [
    'a token without the scope',
    () => report(today, farm.program('phytosanitary')),
    403,
    'insufficient_scope',
  ],
  ['no dates', () => report({}), 400, 'validation_failed'],
  ['no end', () => report({ startTime: TODAY }), 400, 'validation_failed'],
  ['no start', () => report({ endTime: TODAY }), 400, 'validation_failed'],
  ...[
    '2026-1-1',
    '2026-02-30',
    '20260101',
    '2026-01-01T00:00:00Z',
    '',
    ' 2026-01-01',
    '２０２６-01-01',
    '2026-01-01\u0000',
  ].map((startTime): RefusalCase => [
    `start ${JSON.stringify(startTime)}`,
    () => report({ ...today, startTime }),
    400,
    'validation_failed',
  ]),
  [
    'a date twice',
    () => farm.program().get(`${HARVEST}?startTime=${TODAY}&startTime=${TODAY}&endTime=${TODAY}`),
    400,
    'validation_failed',
  ],
  [
    'a project twice',
    () => farm.program().get(`${HARVEST}?startTime=${TODAY}&endTime=${TODAY}&projectId=a&projectId=b`),
    400,
    'validation_failed',
  ],
  ['an empty project', () => report({ ...today, projectId: '' }), 400, 'validation_failed'],
  [
    'reversed dates',
    () => report({ startTime: '2026-01-02', endTime: '2026-01-01' }),
    422,
    'invalid_date_range',
  ],
  ['367 days', () => report({ startTime: '2025-01-01', endTime: '2026-01-02' }), 422, 'date_range_too_long'],
  ['their company', () => report({ ...today, companyId: foreign.ids.companyId }), 403, 'company_mismatch'],
  ['no company at all', () => report({ ...today, companyId: 'acme' }), 403, 'company_mismatch'],
  [
    'their project',
    () => report({ ...today, projectId: foreign.ids.projects['north']! }),
    403,
    'project_forbidden',
  ],
  ['an unknown project', () => report({ ...today, projectId: UNKNOWN }), 403, 'project_forbidden'],
  ['a project that is no id', () => report({ ...today, projectId: 'north' }), 403, 'project_forbidden'],
  [
    'their sector',
    () => report({ ...today, sectorId: foreign.ids.sectors['north/n1']! }),
    403,
    'sector_forbidden',
  ],
  ['an unknown sector', () => report({ ...today, sectorId: UNKNOWN }), 403, 'sector_forbidden'],
  [
    'their sector in our project',
    () =>
      report({
        ...today,
        projectId: farm.ids.projects['north']!,
        sectorId: foreign.ids.sectors['north/n1']!,
      }),
    403,
    'sector_forbidden',
  ],
  [
    'a sector of another project',
    () =>
      report({ ...today, projectId: farm.ids.projects['north']!, sectorId: farm.ids.sectors['south/s1']! }),
    422,
    'sector_not_in_project',
  ],
  ['scope before query', () => report({}, farm.program('phytosanitary')), 403, 'insufficient_scope'],
  ['credential before query', () => report({}, system.stranger), 401, 'unauthenticated'],
  [
    'form before range',
    () => report({ startTime: '2026-01-02', endTime: '2026-01-01', projectId: '' }),
    400,
    'validation_failed',
  ],
  [
    'range before filters',
    () => report({ startTime: '2026-01-02', endTime: '2026-01-01', projectId: UNKNOWN }),
    422,
    'invalid_date_range',
  ],
  [
    'company before project',
    () => report({ ...today, companyId: UNKNOWN, projectId: UNKNOWN }),
    403,
    'company_mismatch',
  ],
  [
    'project before sector',
    () => report({ ...today, projectId: UNKNOWN, sectorId: UNKNOWN }),
    403,
    'project_forbidden',
  ],
  ['another method', () => farm.program().post(HARVEST, {}), 404, 'route_not_found'],
  [
    'a trailing slash and capitals',
    () => farm.program().get('/API/control/Harvest/'),
    400,
    'validation_failed',
  ],
]);
