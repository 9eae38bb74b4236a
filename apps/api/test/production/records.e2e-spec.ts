import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aFarm, type ProvisionedFarm, RECORDS, SESSIONS } from '@furrow/testbed/farms';
import { type Client, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { expectCommonHeaders, expectRefusal, wrongFields } from '../harness/refusal.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let worker: Json;
let session: Json;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('acme'));
  ana = farm.as('ana');
  worker = await farm.worker(ana, { first_name: 'Ana María', last_name: 'López' });
});
afterAll(() => system?.stop());
beforeEach(async () => {
  session = await farm.session(ana);
});

const body = (over: Record<string, unknown> = {}) => farm.recordBody(session.sessionId, worker.id, over);
const add = (over: Record<string, unknown> = {}) => ana.post(RECORDS, body(over));
const close = (sessionId: string) => ana.post(`${SESSIONS}/${sessionId}/close`, {});
const totals = async (sessionId: string) => (await ana.get(`${SESSIONS}/${sessionId}`)).data.totals;
const used = (query: string, client = ana) => client.head(`${RECORDS}/check-idempotency?${query}`);

describe('adding a record', () => {
  it('answers 201 with every member', async () => {
    const given = {
      ...{
        units: 12.345678,
        qualityId: farm.ids.qualities['export']!,
        notes: 'Wet',
        idempotencyKey: 'key-of-first',
      },
      recordedAt: hoursAgo(1),
    };
    const request = body(given);
    const answer = await ana.post(RECORDS, request);
    expect(answer.status).toBe(201);
    expectCommonHeaders(answer);
    expect(answer.body).toEqual({
      status: 'success',
      data: {
        recordId: expect.stringMatching(UUID_V7),
        ...{ sessionId: session.sessionId, projectId: session.projectId, sectorId: session.sectorId },
        ...{ workerId: worker.id, worker_name: 'Ana María López', ...given, qualityName: 'Export' },
        clientEventId: request['clientEventId'],
        ...{ kind: 'addition', voided: false, voidedAt: null, voidsRecordId: null },
        createdAt: expect.stringMatching(INSTANT),
        createdBy: farm.idpId('ana'),
        ...{ badge: null, capture: null, possibleRepeat: false },
        ...{ container: null, count: null, gross: null, tare: null },
        shares: null,
      },
    });
    const got = await ana.get(`${RECORDS}/${answer.data.recordId}`);
    expect({ status: got.status, body: got.body }).toEqual({ status: 200, body: answer.body });
  });

  it('defaults to now for recordedAt, and to null for the others', async () => {
    const { data } = await add();
    expect(data).toMatchObject({ qualityId: null, qualityName: null, idempotencyKey: null, notes: null });
    expect(Math.abs(Date.parse(data.recordedAt) - Date.now())).toBeLessThan(60_000);
    const nulls = { qualityId: null, idempotencyKey: null, notes: null, recordedAt: null };
    expect(await add(nulls)).toMatchObject({
      status: 201,
      data: { qualityId: null, idempotencyKey: null, notes: null },
    });
  });

  it.each([1_000_000, 0.000001, 1.5, 3])('accepts %d units', async (units) => {
    expect(await add({ units })).toMatchObject({ status: 201, data: { units } });
  });

  it('answers a repeat with the same record, also after closure', async () => {
    const request = body({ units: 2, recordedAt: hoursAgo(1), idempotencyKey: 'key-of-repeat' });
    const first = await ana.post(RECORDS, request);
    const { recordedAt: _, idempotencyKey: __, ...bare } = request;
    const sameInstant = `${new Date(Date.parse(String(request['recordedAt'])) + 7_200_000).toISOString().slice(0, -1)}+02:00`;
    const repeats = [
      request,
      bare,
      { ...request, units: 2.0, recordedAt: sameInstant },
      { ...request, companyId: 'x' },
    ];
    for (const repeat of repeats) {
      const answer = await ana.post(RECORDS, repeat);
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: first.body });
    }
    await close(session.sessionId);
    const late = await ana.post(RECORDS, request);
    expect({ status: late.status, body: late.body }).toEqual({ status: 200, body: first.body });
    expectRefusal(await add(), 409, 'B', 'session_not_open');
  });

  it('refuses a key with other content, and writes nothing', async () => {
    const request = body({
      units: 2,
      qualityId: farm.ids.qualities['export']!,
      idempotencyKey: 'key-of-reuse',
    });
    await ana.post(RECORDS, request);
    const other = (await farm.worker(ana)).id;
    const { sessionId } = await farm.session(ana);
    const changes = [
      ...[{ units: 2.000001 }, { workerId: other }, { sessionId }, { qualityId: null }, { notes: 'x' }],
      ...[{ recordedAt: hoursAgo(2) }, { idempotencyKey: 'another-key' }, { clientEventId: 'another-event' }],
      { qualityId: farm.ids.qualities['local']! },
    ];
    for (const change of changes)
      expectRefusal(await ana.post(RECORDS, { ...request, ...change }), 422, 'B', 'idempotency_key_reused');
    expect(await totals(session.sessionId)).toMatchObject({ recordCount: 1, validUnits: 2 });
    expect(await totals(sessionId)).toMatchObject({ recordCount: 0 });
  });

  it('refuses two keys that belong to different records', async () => {
    const first = body({ idempotencyKey: 'key-of-left' });
    const second = body({ idempotencyKey: 'key-of-right' });
    await ana.post(RECORDS, first);
    await ana.post(RECORDS, second);
    const crossed = { ...first, idempotencyKey: 'key-of-right' };
    expectRefusal(await ana.post(RECORDS, crossed), 422, 'B', 'idempotency_key_reused');
    expect(await totals(session.sessionId)).toMatchObject({ recordCount: 2 });
  });

  it('distinguishes keys by user: two phones with the same keys do not collide', async () => {
    const ben = farm.as('ben');
    const his = await farm.session(ben);
    const keys = { clientEventId: 'phone-event-1', idempotencyKey: 'phone-key-1' };
    expect((await add(keys)).status).toBe(201);
    const answer = await ben.post(RECORDS, farm.recordBody(his.sessionId, worker.id, { ...keys, units: 9 }));
    expect(answer).toMatchObject({ status: 201, data: { units: 9 } });
  });
});

describe('the Idempotency-Key header', () => {
  const addWith = (header: string, over: Record<string, unknown> = {}) =>
    ana.post(RECORDS, body(over), { headers: { 'idempotency-key': header } });

  it('works like the member', async () => {
    expect(await addWith('key-in-header')).toMatchObject({
      status: 201,
      data: { idempotencyKey: 'key-in-header' },
    });
    expect((await used('idempotencyKey=key-in-header')).status).toBe(200);
    expect((await addWith('key-in-both', { idempotencyKey: 'key-in-both' })).status).toBe(201);
  });

  it('must agree with the member', async () => {
    const answer = await addWith('one', { idempotencyKey: 'other' });
    expectRefusal(answer, 422, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual(['idempotencyKey']);
    expect(await totals(session.sessionId)).toMatchObject({ recordCount: 0 });
  });

  it('is checked after the body: a malformed body is 400', async () => {
    const answer = await addWith('one', { idempotencyKey: 'other', units: -1, workerId: undefined });
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual(['units', 'workerId']);
    expectRefusal(await addWith('1', { idempotencyKey: 1 }), 400, 'B', 'validation_failed');
    expectRefusal(await addWith('k'.repeat(101)), 400, 'B', 'validation_failed');
  });
});

describe('voiding a record', () => {
  it('makes one counter-movement; a repeat gets the same response, also after closure', async () => {
    const { data: record } = await add({ units: 2.5, qualityId: farm.ids.qualities['local']! });
    const path = `${RECORDS}/${record.recordId}/void`;
    const first = await ana.post(path, { reason: 'Counted twice' });
    expect({ status: first.status, body: first.body }).toEqual({
      status: 200,
      body: {
        status: 'success',
        data: {
          ...{ recordId: record.recordId, voided: true, units: -2.5 },
          counterRecordId: expect.stringMatching(UUID_V7),
        },
      },
    });
    expect((await ana.post(path, {})).body).toEqual(first.body);
    await close(session.sessionId);
    expect((await ana.post(path)).body).toEqual(first.body);

    const voided = (await ana.get(`${RECORDS}/${record.recordId}`)).data;
    expect(voided).toEqual({ ...record, voided: true, voidedAt: expect.stringMatching(INSTANT) });
    expect((await ana.get(`${RECORDS}/${first.data.counterRecordId}`)).data).toEqual({
      ...record,
      ...{ recordId: first.data.counterRecordId, units: -2.5, kind: 'void', voidsRecordId: record.recordId },
      ...{ clientEventId: null, idempotencyKey: null, notes: 'Counted twice' },
      ...{ recordedAt: expect.stringMatching(INSTANT), createdAt: expect.stringMatching(INSTANT) },
    });
  });

  it('does not void a counter-movement', async () => {
    const { data: record } = await add();
    const { data } = await ana.post(`${RECORDS}/${record.recordId}/void`);
    expectRefusal(await ana.post(`${RECORDS}/${data.counterRecordId}/void`), 409, 'B', 'record_is_void');
    await close(session.sessionId);
    expectRefusal(await ana.post(`${RECORDS}/${data.counterRecordId}/void`), 409, 'B', 'record_is_void');
  });

  it('requires an open session', async () => {
    const { data: record } = await add();
    await close(session.sessionId);
    expectRefusal(await ana.post(`${RECORDS}/${record.recordId}/void`), 409, 'B', 'session_not_open');
  });

  it('does not free the keys of the record', async () => {
    const request = body();
    const { data: record } = await ana.post(RECORDS, request);
    await ana.post(`${RECORDS}/${record.recordId}/void`);
    expect(await ana.post(RECORDS, request)).toMatchObject({
      status: 200,
      data: { recordId: record.recordId, voided: true },
    });
  });
});

describe('checking whether a key was used', () => {
  it('answers 200 or 404 for the calling user, without a body', async () => {
    await add({ clientEventId: 'asked event', idempotencyKey: 'asked/key' });
    expect((await used('clientEventId=asked%20event')).status).toBe(200);
    expect((await used('idempotencyKey=asked%2Fkey')).status).toBe(200);
    expect((await used('idempotencyKey=never')).status).toBe(404);
    expect((await used('clientEventId=never')).status).toBe(404);
    // The two kinds of keys are separate.
    expect((await used('idempotencyKey=asked%20event')).status).toBe(404);
    expect((await used('clientEventId=asked%20event', farm.as('ben'))).status).toBe(404);
    const neither = await used('');
    expect({ status: neither.status, text: neither.text }).toEqual({ status: 400, text: '' });
    expectCommonHeaders(neither);
    expect((await used('idempotencyKey=')).status).toBe(400);
    expect((await used('idempotencyKey=x', system.stranger)).status).toBe(401);
    expect((await used('idempotencyKey=x', farm.as('gus'))).status).toBe(403);
  });
});

describe('totals', () => {
  it('are exact', async () => {
    const other = await farm.worker(ana);
    await ana.patch(`${SESSIONS}/${session.sessionId}`, {
      pricePerUnit: 1.15,
      bonus: { type: 'per_unit', value: 0.1 },
    });
    for (let i = 0; i < 10; i++) await add({ units: 0.1 });
    const { data: voided } = await ana.post(
      RECORDS,
      farm.recordBody(session.sessionId, other.id, { units: 5 }),
    );
    await ana.post(`${RECORDS}/${voided.recordId}/void`);
    // 1 × 1.15 + 1 × 0.1
    expect(await totals(session.sessionId)).toEqual({
      ...{ validUnits: 1, netUnits: 1, recordCount: 11, voidedCount: 1, workerCount: 2, amount: 1.25 },
      possibleRepeats: 0,
    });
  });

  it.each([
    [1.005, 1, null, 1.01], // rounded half up, where binary fractions would round down
    [0.125, 1, { type: 'fixed', value: 0 }, 0.13],
    [10, 3.333, { type: 'fixed', value: 5 }, 38.33],
    [10, 3.335, { type: 'per_unit', value: 0.5 }, 38.35],
    [10, 2, { type: 'percent', value: 12.5 }, 22.5],
  ])('of %d units at %d with bonus %j amount to %d', async (units, pricePerUnit, bonus, amount) => {
    await ana.patch(`${SESSIONS}/${session.sessionId}`, { pricePerUnit, bonus });
    await add({ units });
    expect(await totals(session.sessionId)).toMatchObject({ amount });
  });
});
