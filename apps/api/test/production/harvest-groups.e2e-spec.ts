import { beforeAll, describe, expect, it } from '@jest/globals';
import { readWorkbook } from '@furrow/spreadsheet';
import { aFarm, type ProvisionedFarm, RECORDS, SESSIONS, ZONE } from '@furrow/testbed/farms';
import { dateIn, fetch, type Json, System } from '@furrow/testbed/system';
import { describeRefusals } from '../harness/refusal-cases.ts';

const GROUPS = '/api/control/harvest/groups';
const SEASONS = '/api/control/harvest/seasons';

let system: System;
let farm: ProvisionedFarm;
let days: string;
let workers: Json[];

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('harvest-groups'));
  const ana = farm.as('ana');
  workers = [await farm.worker(farm.as('ada')), await farm.worker(farm.as('ada'))];
  const { data: session } = await ana.post(SESSIONS, farm.sessionBody());
  for (const [worker, units] of [
    [workers[0], 5],
    [workers[1], 2.5],
    [workers[0], 1],
  ] as const)
    await ana.post(RECORDS, farm.recordBody(session.sessionId, worker.id, { units }));
  const today = dateIn(ZONE);
  days = `startTime=${today}&endTime=${today}`;
});

describe('the harvest in groups', () => {
  it('tells what each worker picked', async () => {
    const { status, data } = await farm.program().get(`${GROUPS}?${days}&by=worker`);
    expect(status).toBe(200);
    expect(
      data.map(({ workerId, validUnits, recordCount }: Json) => [workerId, validUnits, recordCount]),
    ).toEqual([
      [workers[0].id, 6, 2],
      [workers[1].id, 2.5, 1],
    ]);
  });

  it.each(['sector', 'variety', 'quality', 'worker', 'week'])(
    'by %s is also CSV and a workbook',
    async (by) => {
      const get = (format: string) => farm.program().get(`${GROUPS}?${days}&by=${by}&format=${format}`);
      const groups = (await get('json')).data as Json[];
      const csv = (await get('csv')).text.trim().split('\r\n');
      expect(csv).toHaveLength(groups.length + 1);
      expect(csv[0]).toContain('validUnits,recordCount');
      const response = await fetch(`${system.url}${GROUPS}?${days}&by=${by}&format=xlsx`, {
        headers: farm.program().headers,
      });
      const [sheet] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
      const unquoted = csv.map((line) => line.replace('\uFEFF', '').split(','));
      expect(sheet?.rows.map(({ cells }) => cells.filter((cell) => cell !== ''))).toEqual(
        unquoted.map((cells) => cells.filter((cell) => cell !== '')),
      );
    },
  );

  it('stands beside the season before', async () => {
    const { data } = await farm.program().get(`${SEASONS}?${days}`);
    expect(data).toEqual([
      {
        ...{ unit: 'kg', daysSince: 0, before: null },
        season: { day: dateIn(ZONE), units: 8.5, total: 8.5 },
      },
    ]);
  });
});

const asked = (path: string) => () => farm.program().get(path);
describeRefusals('a question about groups', 'B', [
  ['without days', asked(GROUPS), 400, 'validation_failed'],
  [
    'by nothing known',
    asked(`${GROUPS}?startTime=2026-01-01&endTime=2026-01-02&by=moon`),
    400,
    'validation_failed',
  ],
  [
    'that ends before it begins',
    asked(`${GROUPS}?startTime=2026-01-02&endTime=2026-01-01`),
    422,
    'invalid_date_range',
  ],
  [
    'of too many days',
    asked(`${SEASONS}?startTime=2025-01-01&endTime=2026-02-01`),
    422,
    'date_range_too_long',
  ],
  [
    'of a foreign project',
    asked(
      `${SEASONS}?startTime=2026-01-01&endTime=2026-01-02&projectId=0190a000-0000-7000-8000-000000000000`,
    ),
    403,
    'project_forbidden',
  ],
]);
