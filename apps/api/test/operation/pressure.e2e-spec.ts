import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aFarm, BULK, type ProvisionedFarm, RECORDS, SESSIONS } from '@furrow/testbed/farms';
import { type Answer, type Client, hoursAgo, type Json, System } from '@furrow/testbed/system';

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let worker: Json;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('acme'));
  ana = farm.as('ana');
  worker = await farm.worker(ana);
});
afterAll(() => system?.stop());

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const tally = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status < 300 ? String(status) : `${status} ${body.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
const recordsOf = (sessionId: string) =>
  system.sql<{ id: string; units: string; created_at: Date }>(
    'SELECT record_id AS id, units, created_at FROM production.records WHERE session_id = $1',
    [sessionId],
  );

describe('at the same moment', () => {
  it('of 20 creates in one place by two owners exactly one succeeds', async () => {
    const body = farm.sessionBody();
    const answers = await Promise.all(times(20, (i) => farm.as(i % 2 ? 'ana' : 'ben').post(SESSIONS, body)));
    expect(tally(answers)).toEqual({ '201': 1, '409 session_already_open': 19 });
    const winner = answers.find(({ status }) => status === 201)!.data;
    for (const [i, { status, body: refusal }] of answers.entries()) {
      if (status !== 409) continue;
      const isOwn = farm.idpId(i % 2 ? 'ana' : 'ben') === winner.idpId;
      expect(refusal.sessionId).toBe(isOwn ? winner.sessionId : undefined);
    }
    const rows = await system.sql('SELECT FROM production.sessions WHERE sector_id = $1', [body['sectorId']]);
    expect(rows).toHaveLength(1);
  });

  it('the same create sent 20 times makes one session, which all responses contain', async () => {
    const body = farm.sessionBody({ localId: 'phone-at-once' });
    const answers = await Promise.all(times(20, () => ana.post(SESSIONS, body)));
    expect(tally(answers)).toEqual({ '201': 1, '200': 19 });
    expect(new Set(answers.map(({ data }) => data.sessionId)).size).toBe(1);
  });

  it('the same record sent by 20 clients is one record', async () => {
    const session = await farm.session(ana);
    const body = farm.recordBody(session.sessionId, worker.id, { units: 2, idempotencyKey: 'at-once' });
    const answers = await Promise.all(
      times(20, async (i) => {
        if (i % 2) return ana.post(RECORDS, body);
        const { data } = await ana.post(BULK, { records: [body] });
        return { status: data.results[0].status, body: data.results[0], data: data.results[0] } as Answer;
      }),
    );
    expect(tally(answers)).toEqual({ '201': 1, '200': 19 });
    expect(new Set(answers.map(({ data }) => data.recordId)).size).toBe(1);
    expect(await recordsOf(session.sessionId)).toHaveLength(1);
    expect((await ana.get(`${SESSIONS}/${session.sessionId}`)).data.totals).toMatchObject({
      recordCount: 1,
      validUnits: 2,
    });
  });

  it('one key with 20 contents keeps one of them', async () => {
    const session = await farm.session(ana);
    const body = farm.recordBody(session.sessionId, worker.id);
    const answers = await Promise.all(times(20, (i) => ana.post(RECORDS, { ...body, units: i + 1 })));
    expect(tally(answers)).toEqual({ '201': 1, '422 idempotency_key_reused': 19 });
  });

  it('voids of one record make one counter-movement', async () => {
    const session = await farm.session(ana);
    const { data: record } = await ana.post(
      RECORDS,
      farm.recordBody(session.sessionId, worker.id, { units: 3 }),
    );
    const answers = await Promise.all(times(20, () => ana.post(`${RECORDS}/${record.recordId}/void`)));
    expect(tally(answers)).toEqual({ '200': 20 });
    expect(new Set(answers.map(({ data }) => data.counterRecordId)).size).toBe(1);
    expect((await ana.get(`${SESSIONS}/${session.sessionId}`)).data.totals).toMatchObject({
      voidedCount: 1,
      netUnits: 0,
    });
  });

  it('syncs of the same records in opposite order neither duplicate nor block each other', async () => {
    const sessions = await Promise.all(times(3, () => farm.session(ana)));
    const workers = await Promise.all(times(3, () => farm.worker(ana)));
    const records = times(240, (i) => farm.recordBody(sessions[i % 3].sessionId, workers[(i % 7) % 3].id));
    const answers = await Promise.all(
      times(8, (i) => ana.post(BULK, { records: i % 2 ? records : [...records].reverse() })),
    );
    const created = answers.reduce((sum, { data }) => sum + Number(data.summary.created), 0);
    const failed = answers.reduce((sum, { data }) => sum + Number(data.summary.failed), 0);
    expect({ created, failed }).toEqual({ created: 240, failed: 0 });
    for (const { sessionId } of sessions) expect(await recordsOf(sessionId)).toHaveLength(80);
  });

  it('of 10 closes one succeeds', async () => {
    const { sessionId } = await farm.session(ana);
    const answers = await Promise.all(times(10, () => ana.post(`${SESSIONS}/${sessionId}/close`)));
    expect(tally(answers)).toEqual({ '200': 1, '409 session_not_open': 9 });
  });
});

describe('records that race with a close', () => {
  it('are counted before it or refused, never lost or added afterwards', async () => {
    for (let round = 0; round < 4; round++) {
      const session = await farm.session(ana);
      const recordedAt = hoursAgo(1);
      const singles = times(12, () => farm.recordBody(session.sessionId, worker.id, { recordedAt }));
      const bulk = times(150, () => farm.recordBody(session.sessionId, worker.id, { recordedAt }));
      const ahead = singles.slice(0, 6).map((body) => ana.post(RECORDS, body));
      const synced = ana.post(BULK, { records: bulk });
      const closing = ana.post(`${SESSIONS}/${session.sessionId}/close`);
      const behind = singles.slice(6).map((body) => ana.post(RECORDS, body));

      const [closed, { data: sync }] = await Promise.all([closing, synced]);
      expect(closed.status).toBe(200);
      const added = [
        ...(await Promise.all([...ahead, ...behind])),
        ...sync.results.map((body: Json) => ({ status: body.status, body })),
      ];
      const counts = tally(added);
      expect(Object.keys(counts).filter((name) => !['201', '409 session_not_open'].includes(name))).toEqual(
        [],
      );

      const kept = await recordsOf(session.sessionId);
      expect(kept).toHaveLength(counts['201'] ?? 0);
      const closedAt = Date.parse(closed.data.closedAt);
      for (const { created_at } of kept) expect(created_at.getTime()).toBeLessThanOrEqual(closedAt);
      const { totals, status } = (await ana.get(`${SESSIONS}/${session.sessionId}`)).data;
      expect({ status, recordCount: totals.recordCount }).toEqual({
        status: 'closed',
        recordCount: kept.length,
      });
    }
  });
});
