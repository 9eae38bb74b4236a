import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import {
  aFarm,
  aProject,
  BULK,
  HARVEST,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  ZONE,
} from '@furrow/testbed/farms';
import {
  type Answer,
  Client,
  dateIn,
  firstInstantOf,
  hoursAgo,
  type Json,
  System,
} from '@furrow/testbed/system';
import { copySession } from '../harness/farms/many-sessions.ts';
import { expectCommonHeaders, expectRefusal } from '../harness/refusal.ts';

const TODAY = dateIn(ZONE);
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let ben: Client;
let program: Client;
const workers: Json[] = [];

beforeAll(async () => {
  system = await System.shared();
  const projects = [
    aProject('north', 'n', 20),
    aProject('south', 's', 20),
    aProject('past', 'p', 5, { timezone: 'America/Havana' }),
  ];
  farm = await system.provision(aFarm('acme', { projects }));
  [ana, ben, program] = [farm.as('ana'), farm.as('ben'), farm.program()];
  for (const first_name of ['Bruno', 'Alba']) workers.push(await farm.worker(ana, { first_name }));
});
afterAll(() => system?.stop());

const report = (query: Record<string, string> = {}, client = program): Promise<Answer> =>
  client.get(`${HARVEST}?${new URLSearchParams({ startTime: TODAY, endTime: TODAY, ...query }).toString()}`);
const reportOf = async (session: Json): Promise<Json> =>
  (await report({ sectorId: session.sectorId })).data[0];
const add = async (session: Json, worker: Json, units: number, quality?: string): Promise<Json> => {
  const over = { units, qualityId: quality === undefined ? null : farm.ids.qualities[quality]! };
  const answer = await ana.post(RECORDS, farm.recordBody(session.sessionId, worker.id, over));
  expect(answer.status).toBe(201);
  return answer.data;
};
const settled = (session: Json) =>
  until('the quality breakdown is up to date', async () => {
    const report = await reportOf(session);
    return !report.needsRecalc && report.qualityBreakdownAt !== null && report;
  });

describe('a session in the report', () => {
  it('has every member of the description and no other', async () => {
    const [bruno, alba] = workers;
    const labels = {
      ...{
        localId: 'phone-1',
        harvestUnitId: 'HU',
        harvestLotCode: 'LOT',
        license_plate: 'AB-12',
        driver_name: 'Eva',
      },
      notes: 'Dry',
    };
    const session = await farm.session(ana, labels);
    await add(session, bruno, 3, 'export');
    await add(session, bruno, 1, 'local');
    const wrong = await add(session, alba, 50, 'local');
    await add(session, alba, 0.5);
    await ana.post(`${RECORDS}/${wrong.recordId}/void`);

    const quality = (key: string | null, name: string | null) => ({
      qualityId: key && farm.ids.qualities[key]!,
      qualityName: name,
    });
    const report = await settled(session);
    expect(report).toEqual({
      ...labels,
      ...{ sessionId: session.sessionId, projectId: session.projectId, sectorId: session.sectorId },
      ...{ sector_name: session.sector_name, crop: 'Cherry', variety: 'Lapins', timezone: ZONE },
      ...{ day: firstInstantOf(TODAY, ZONE), openedAt: session.openedAt, createdAt: session.createdAt },
      ...{ closedAt: null, status: 'open', closedBy: null, closedReason: null, finalNotes: null },
      ...{ unit: 'kg', maxDurationHours: 12, workerCount: 2, totalUnits: 4.5, needsRecalc: false },
      qualityBreakdownAt: expect.stringMatching(INSTANT),
      responsible: {
        ...{ idpId: farm.idpId('ana'), name: 'ana of acme', email: 'ana@acme.example', role: 'supervisor' },
        picture: 'https://pictures.example/ana.png',
      },
      qualityBreakdown: expect.any(Array),
      workers: [
        {
          ...{
            workerId: alba.id,
            worker_name: 'Alba Soto',
            validUnits: 0.5,
            netUnits: 0.5,
            recordCount: 2,
            voidedCount: 1,
          },
          qualityBreakdown: expect.any(Array),
        },
        {
          ...{
            workerId: bruno.id,
            worker_name: 'Bruno Soto',
            validUnits: 4,
            netUnits: 4,
            recordCount: 2,
            voidedCount: 0,
          },
          qualityBreakdown: expect.any(Array),
        },
      ],
    });
    expect(report.qualityBreakdown).toHaveLength(3);
    expect(report.qualityBreakdown).toEqual(
      expect.arrayContaining([
        { ...quality('export', 'Export'), units: 3, percent: 66.666667 },
        { ...quality('local', 'Local'), units: 1, percent: 22.222222 },
        { ...quality(null, null), units: 0.5, percent: 11.111111 },
      ]),
    );
    expect(report.workers[0].qualityBreakdown).toHaveLength(2);
    expect(report.workers[0].qualityBreakdown).toEqual(
      expect.arrayContaining([
        { ...quality('local', 'Local'), validUnits: 0, recordCount: 1 },
        { ...quality(null, null), validUnits: 0.5, recordCount: 1 },
      ]),
    );
    expect(report.workers[1].qualityBreakdown).toEqual(
      expect.arrayContaining([
        { ...quality('export', 'Export'), validUnits: 3, recordCount: 1 },
        { ...quality('local', 'Local'), validUnits: 1, recordCount: 1 },
      ]),
    );
  });

  it('is listed even without records', async () => {
    const session = await farm.session(ben);
    expect(await reportOf(session)).toMatchObject({
      ...{ workerCount: 0, totalUnits: 0, needsRecalc: false, qualityBreakdownAt: null },
      ...{ qualityBreakdown: [], workers: [], responsible: { idpId: farm.idpId('ben'), picture: null } },
    });
  });

  it('shows its closure, with a final breakdown at once', async () => {
    const session = await farm.session(ana);
    await add(session, workers[0], 2, 'export');
    const { data } = await ana.post(`${SESSIONS}/${session.sessionId}/close`, { finalNotes: 'Done' });
    expect(await reportOf(session)).toMatchObject({
      ...{
        status: 'closed',
        closedAt: data.closedAt,
        closedBy: 'user',
        closedReason: 'manual',
        finalNotes: 'Done',
      },
      ...{ needsRecalc: false, qualityBreakdown: [{ qualityName: 'Export', units: 2, percent: 100 }] },
    });
  });

  it('shows exact workers at once, and says while the breakdown lags', async () => {
    const session = await farm.session(ana);
    await add(session, workers[0], 1, 'export');
    await settled(session);
    // Holds the session's row, so that no process refreshes the snapshot and the lag stays visible.
    const keeper = await system.owner.connect();
    try {
      await keeper.query('BEGIN');
      await keeper.query(
        'SELECT FROM production.quality_snapshots WHERE company_id = $1 AND session_id = $2 FOR UPDATE',
        [farm.ids.companyId, session.sessionId],
      );
      const record = await add(session, workers[0], 4, 'local');
      const lagging = await reportOf(session);
      expect(lagging).toMatchObject({
        totalUnits: 5,
        needsRecalc: true,
        workers: [{ validUnits: 5, recordCount: 2 }],
      });
      expect(lagging.qualityBreakdown).toEqual([
        expect.objectContaining({ qualityName: 'Export', units: 1, percent: 100 }),
      ]);
      await ana.post(`${RECORDS}/${record.recordId}/void`);
      expect(await reportOf(session)).toMatchObject({
        ...{
          totalUnits: 1,
          needsRecalc: true,
          workers: [{ validUnits: 1, netUnits: 1, recordCount: 2, voidedCount: 1 }],
        },
      });
    } finally {
      await keeper.query('ROLLBACK');
      keeper.release();
    }
    const report = await settled(session);
    expect(report.qualityBreakdown).toHaveLength(2);
    expect(report.qualityBreakdown).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ qualityName: 'Export', units: 1, percent: 100 }),
        expect.objectContaining({ qualityName: 'Local', units: 0, percent: 0 }),
      ]),
    );
  });

  it('counts workers whose records are all voided', async () => {
    const session = await farm.session(ana);
    const record = await add(session, workers[0], 7);
    await ana.post(`${RECORDS}/${record.recordId}/void`);
    expect(await settled(session)).toMatchObject({
      ...{ workerCount: 1, totalUnits: 0 },
      workers: [{ validUnits: 0, netUnits: 0, recordCount: 1, voidedCount: 1 }],
      qualityBreakdown: [{ qualityId: null, qualityName: null, units: 0, percent: 0 }],
    });
  });
});

describe('the range of the report', () => {
  const open = (sector: string, openedAt: string) => {
    const place = {
      projectId: farm.ids.projects['past']!,
      sectorId: farm.ids.sectors[`past/${sector}`]!,
      sector_name: 'any',
    };
    return farm.session(ana, { ...place, openedAt });
  };
  const ids = ({ data }: Answer) => data.map((session: Json) => session.sessionId);

  it('is in local days, both ends included, ordered by day, opening and id', async () => {
    // Havana is UTC-5 in January: the first is still on the 9th there, the last not yet on the 13th.
    const made = [
      await open('p1', '2026-01-12T20:00:00Z'),
      await open('p2', '2026-01-10T04:59:59.999Z'),
      await open('p3', '2026-01-12T15:00:00Z'),
      await open('p4', '2026-01-12T15:00:00Z'),
      await open('p1', '2026-01-10T05:00:00Z'),
      await open('p5', '2026-01-13T04:59:59Z'),
      await open('p2', '2026-01-13T05:00:00Z'),
    ];
    const expected = (from: string, to: string) =>
      made
        .filter(({ day }) => day >= `${from}T05:00:00.000Z` && day <= `${to}T05:00:00.000Z`)
        .sort((a, b) => {
          const [left, right] = [a, b].map(
            ({ day, openedAt, sessionId }) => `${day} ${openedAt} ${sessionId}`,
          );
          return left! < right! ? -1 : 1;
        })
        .map(({ sessionId }) => sessionId);
    for (const [startTime, endTime, count] of [
      ['2026-01-10', '2026-01-12', 5],
      ['2026-01-09', '2026-01-09', 1],
      ['2026-01-09', '2026-01-13', 7],
      ['2026-01-14', '2026-01-20', 0],
    ] as const) {
      const answer = await report({ startTime, endTime });
      expect(ids(answer)).toEqual(expected(startTime, endTime));
      expect(answer.body.meta).toEqual({ sessionCount: count, startTime, endTime });
    }
  });

  it('is filtered by project and sector', async () => {
    const [a, b] = [
      await farm.session(ana, farm.place('south')),
      await farm.session(ana, farm.place('south')),
    ];
    const { projectId } = a;
    expect(new Set(ids(await report({ projectId })))).toEqual(new Set([a.sessionId, b.sessionId]));
    expect(ids(await report({ projectId, sectorId: b.sectorId }))).toEqual([b.sessionId]);
    expect(ids(await report({ sectorId: a.sectorId.toUpperCase(), companyId: farm.ids.companyId }))).toEqual([
      a.sessionId,
    ]);
    expect((await report()).body.meta.sessionCount).toBeGreaterThan(2);
  });

  it('may be empty', async () => {
    const answer = await report({ startTime: '2001-01-01', endTime: '2001-12-31' });
    expect(answer.status).toBe(200);
    expectCommonHeaders(answer);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body).toEqual({
      ...{
        status: 'success',
        data: [],
        meta: { sessionCount: 0, startTime: '2001-01-01', endTime: '2001-12-31' },
      },
    });
  });

  it('may be 366 days long, but not 367', async () => {
    expect((await report({ startTime: '2025-01-01', endTime: '2026-01-01' })).status).toBe(200);
    expectRefusal(
      await report({ startTime: '2025-01-01', endTime: '2026-01-02' }),
      422,
      'A',
      'date_range_too_long',
    );
    expectRefusal(
      await report({ startTime: '2025-01-02', endTime: '2025-01-01' }),
      422,
      'A',
      'invalid_date_range',
    );
  });
});

describe('reading the report', () => {
  it('accepts the token as bearer, as x-api-key, and as both when they agree', async () => {
    const { credential } = farm.ids.apiTokens['production']!;
    const query = { startTime: '2001-01-01', endTime: '2001-01-01' };
    const withHeaders = (headers: Record<string, string>) => report(query, new Client(system.url, headers));
    expect((await withHeaders({ 'x-api-key': credential })).status).toBe(200);
    expect(
      (await withHeaders({ 'x-api-key': credential, authorization: `bearer ${credential}` })).status,
    ).toBe(200);
    const other = farm.ids.apiTokens['phytosanitary']!.credential;
    const differing = await withHeaders({ 'x-api-key': credential, authorization: `Bearer ${other}` });
    expectRefusal(differing, 401, 'A', 'invalid_token');
  });

  it('streams many sessions completely', async () => {
    const session = await farm.session(ana);
    const records = Array.from({ length: 300 }, (_, i) =>
      farm.recordBody(session.sessionId, workers[i % 2].id, { units: 0.25, recordedAt: hoursAgo(1) }),
    );
    expect((await ana.post(BULK, { records })).data.summary.created).toBe(300);
    await copySession(system, session.sessionId, 260, '2020-02-02');
    const answer = await report({ startTime: '2020-02-01', endTime: '2020-02-03' });
    expect(answer.body.meta.sessionCount).toBe(260);
    expect(answer.data).toHaveLength(260);
    expect(new Set(answer.data.map((report: Json) => report.sessionId)).size).toBe(260);
    expect(answer.data.every((report: Json) => report.totalUnits === 75 && report.workers.length === 2)).toBe(
      true,
    );
  });
});
