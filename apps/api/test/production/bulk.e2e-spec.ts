import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { description } from '@furrow/testbed/described';
import { aFarm, BULK, type ProvisionedFarm, RECORDS, SESSIONS } from '@furrow/testbed/farms';
import { type Client, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let worker: Json;
let session: Json;

beforeAll(async () => {
  system = await System.shared();
  const containers = [{ key: 'crate', name: 'Crate', unit: 'kg', units: 35, tare: 2.1, max: 40 }];
  farm = await system.provision(aFarm('acme', { containers }));
  ana = farm.as('ana');
  worker = await farm.worker(ana);
});
afterAll(() => system?.stop());
beforeEach(async () => {
  session = await farm.session(ana);
});

const record = (over: Record<string, unknown> = {}) => farm.recordBody(session.sessionId, worker.id, over);
const sync = (records: unknown[], client = ana) => client.post(BULK, { records });
const recordCount = async () => (await ana.get(`${SESSIONS}/${session.sessionId}`)).data.totals.recordCount;

describe('a bulk sync', () => {
  it('answers 207 with a result for each record, in the order sent', async () => {
    const records = [record({ units: 2 }), record({ units: 3 })];
    await ana.post(RECORDS, records[1]);
    const answer = await sync(records);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 207,
      body: {
        status: 'success',
        data: {
          results: [
            {
              index: 0,
              clientEventId: records[0]!['clientEventId'],
              status: 201,
              recordId: expect.stringMatching(UUID_V7),
            },
            {
              index: 1,
              clientEventId: records[1]!['clientEventId'],
              status: 200,
              recordId: expect.stringMatching(UUID_V7),
            },
          ],
          summary: { created: 1, repeated: 1, failed: 0 },
        },
      },
    });
  });

  it('gives each record the same status and code as a single request, and no bad record affects another', async () => {
    const ben = farm.as('ben');
    const his = await farm.session(ben);
    const closed = await farm.session(ana);
    const kept = farm.recordBody(closed.sessionId, worker.id);
    await ana.post(RECORDS, kept);
    await ana.post(`${SESSIONS}/${closed.sessionId}/close`);
    const ended = await farm.session(ana, { openedAt: hoursAgo(3), maxDurationHours: 1 });
    const reused = record();
    await ana.post(RECORDS, reused);

    const cases: [name: string, body: unknown, status: number, code?: string][] = [
      ['good', record(), 201],
      ['replay after closure', kept, 200],
      ['no units', record({ units: undefined }), 400, 'validation_failed'],
      ['too fine', record({ units: 0.0000001 }), 400, 'validation_failed'],
      ['too many', record({ units: 1_000_001 }), 400, 'validation_failed'],
      ['none', record({ units: 0 }), 400, 'validation_failed'],
      ['text for units', record({ units: '1' }), 400, 'validation_failed'],
      ['long event id', record({ clientEventId: 'e'.repeat(101) }), 400, 'validation_failed'],
      ['no event id', record({ clientEventId: undefined }), 400, 'validation_failed'],
      ['number for event id', record({ clientEventId: 7 }), 400, 'validation_failed'],
      ['wrong instant', record({ recordedAt: 'yesterday' }), 400, 'validation_failed'],
      ['instant without offset', record({ recordedAt: '2026-01-01T10:00:00' }), 400, 'validation_failed'],
      ['long notes', record({ notes: 'n'.repeat(501) }), 400, 'validation_failed'],
      ['U+0000', record({ notes: 'a\u0000b' }), 400, 'validation_failed'],
      ['U+0000 in the event id', record({ clientEventId: 'a\u0000b' }), 400, 'validation_failed'],
      [
        'nested too deeply',
        record({ extra: JSON.parse('['.repeat(2_000) + ']'.repeat(2_000)) }),
        400,
        'validation_failed',
      ],
      ['null', null, 400, 'validation_failed'],
      ['a number', 7, 400, 'validation_failed'],
      ['an array', [], 400, 'validation_failed'],
      ['unknown session', farm.recordBody('no-uuid', worker.id), 404, 'session_not_found'],
      ['unknown worker', record({ workerId: session.sessionId }), 404, 'worker_not_found'],
      ['unknown quality', record({ qualityId: 'none' }), 404, 'quality_not_found'],
      ['unknown badge', record({ workerId: undefined, badge: 'none' }), 422, 'badge_unknown'],
      ['unknown container', record({ container: 'none' }), 422, 'container_unknown'],
      ['other units', record({ container: 'crate', units: 34 }), 422, 'units_mismatch'],
      ['too full', record({ container: 'crate', units: undefined, gross: 50 }), 422, 'units_out_of_range'],
      ['empty', record({ container: 'crate', units: undefined, gross: 2 }), 422, 'gross_below_tare'],
      [
        'two shares of one',
        record({ workerId: undefined, shares: [{ workerId: worker.id }, { workerId: worker.id }] }),
        ...([422, 'share_repeated'] as const),
      ],
      ['no worker', record({ workerId: undefined }), 400, 'validation_failed'],
      ['not the owner', farm.recordBody(his.sessionId, worker.id), 403, 'not_session_owner'],
      ['closed', farm.recordBody(closed.sessionId, worker.id), 409, 'session_not_open'],
      ['after the end', farm.recordBody(ended.sessionId, worker.id), 422, 'recorded_after_end'],
      ['before the opening', record({ recordedAt: hoursAgo(30) }), 422, 'recorded_before_opening'],
      ['in the future', record({ recordedAt: hoursAgo(-1) }), 422, 'recorded_in_future'],
      ['key reused', { ...reused, units: 9 }, 422, 'idempotency_key_reused'],
      ['good, last', record(), 201],
    ];
    const answer = await sync(cases.map(([, body]) => body));
    expect(answer.status).toBe(207);
    const { results, summary } = answer.data as { results: Json[]; summary: Json };
    const answered = results.map((result, i) => [cases[i]![0], result.index, result.status, result.code]);
    expect(answered).toEqual(cases.map(([name, , status, code], i) => [name, i, status, code]));
    for (const [i, [, , status]] of cases.entries())
      expect(Object.keys(results[i]).sort()).toEqual(
        status < 300
          ? ['clientEventId', 'index', 'recordId', 'status']
          : ['clientEventId', 'code', 'index', 'message', 'status'],
      );
    const { properties } = description().components.schemas['SyncResult'] as {
      properties: { code: { enum: string[] } };
    };
    expect(new Set(cases.flatMap(([, , , code]) => code ?? []))).toEqual(new Set(properties.code.enum));
    expect(summary).toEqual({ created: 2, repeated: 1, failed: cases.length - 3 });

    for (const [i, [name, body, status, code]] of cases.entries()) {
      if (status < 300) continue;
      const alone = await ana.post(RECORDS, body);
      expect([name, alone.status, alone.body.code]).toEqual([name, status, code]);
      // A body that is not an object gets another message when sent alone.
      if (typeof body === 'object' && body !== null && !('notes' in body))
        expect(results[i].message).toEqual(expect.any(String));
    }
    expect(await recordCount()).toBe(3);
  });

  it('treats equal keys in one call like consecutive calls', async () => {
    const first = record({ units: 1, idempotencyKey: 'twice' });
    const { idempotencyKey: _, ...bare } = first;
    const records = [first, bare, { ...first, units: 2 }, first, record({ idempotencyKey: 'twice' })];
    const { data } = await sync(records);
    expect(data.results.map((result: Json) => [result.status, result.code])).toEqual([
      [201, undefined],
      [200, undefined],
      [422, 'idempotency_key_reused'],
      [200, undefined],
      [422, 'idempotency_key_reused'],
    ]);
    expect(new Set([0, 1, 3].map((i) => data.results[i].recordId)).size).toBe(1);
    expect(data.summary).toEqual({ created: 1, repeated: 2, failed: 2 });
    expect(await recordCount()).toBe(1);
  });

  it('accepts the key of an earlier bad record for another record', async () => {
    const good = record();
    const { data } = await sync([{ ...good, workerId: 'none' }, { ...good, units: -1 }, good, good]);
    expect(data.results.map((result: Json) => result.status)).toEqual([404, 400, 201, 200]);
  });

  it('accepts 1,000 records, and the same records again', async () => {
    const records = Array.from({ length: 1_000 }, (_, i) => record({ units: (i % 7) + 0.5 }));
    const first = await sync(records);
    expect(first.data.summary).toEqual({ created: 1_000, repeated: 0, failed: 0 });
    const again = await sync(records);
    expect(again.data.summary).toEqual({ created: 0, repeated: 1_000, failed: 0 });
    const ids = (answer: Json) => answer.data.results.map((result: Json) => result.recordId);
    expect(ids(again)).toEqual(ids(first));
    const units = records.reduce((sum, { units }) => sum + Number(units), 0);
    const { totals } = (await ana.get(`${SESSIONS}/${session.sessionId}`)).data;
    expect(totals).toMatchObject({ recordCount: 1_000, validUnits: units, netUnits: units });
  });

  it.each([
    ['none', { records: [] }],
    ['1,001', { records: Array.from({ length: 1_001 }, () => ({})) }],
    ['no list', {}],
    ['null', { records: null }],
    ['an object', { records: { 0: {} } }],
  ])('refuses %s', async (_name, body) => {
    expectRefusal(await ana.post(BULK, body), 400, 'B', 'validation_failed');
  });

  it('accepts exactly 5 MB', async () => {
    const text = JSON.stringify({ records: [record()] });
    const filledTo = (bytes: number) => text + ' '.repeat(bytes - Buffer.byteLength(text));
    const limit = 5 * 1_048_576;
    expect((await ana.post(BULK, undefined, { raw: filledTo(limit) })).status).toBe(207);
    expectRefusal(
      await ana.post(BULK, undefined, { raw: filledTo(limit + 1) }),
      413,
      'B',
      'payload_too_large',
    );
  });

  it('drops unknown members, except in strict mode', async () => {
    const strict = { headers: { prefer: 'handling=strict' } };
    const odd = { records: [record({ colour: 'red' }), record()] };
    expect((await ana.post(BULK, odd, strict)).data.results).toMatchObject([
      { status: 400, code: 'validation_failed' },
      { status: 201 },
    ]);
    expect((await ana.post(BULK, odd)).data.results).toMatchObject([{ status: 201 }, { status: 200 }]);
    const above = { records: [record()], sentAt: 'now' };
    expectRefusal(await ana.post(BULK, above, strict), 400, 'B', 'validation_failed');
    expect((await ana.post(BULK, above)).data.results).toMatchObject([{ status: 201 }]);
  });
});
