import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aFarm, aProject, BULK, type ProvisionedFarm, RECORDS, SESSIONS, ZONE } from '@furrow/testbed/farms';
import { type Client, dateIn, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let luis: Json;
let rosa: Json;
beforeAll(async () => {
  system = await System.shared();
  const projects = [
    aProject('north', 'n', 20),
    aProject('scanned', 's', 20, { defaults: { repeatSeconds: 60 } }),
  ];
  farm = await system.provision(aFarm('scanning', { projects }));
  ana = farm.as('ana');
  [luis, rosa] = [await farm.worker(ana), await farm.worker(ana)];
  await ana.put('/api/control/badges/7', { workerId: luis.id, from: hoursAgo(5) });
  await ana.put('/api/control/badges/7', { workerId: rosa.id, from: hoursAgo(1) });
});
afterAll(() => system?.stop());

const body = (session: Json, over: Record<string, unknown>) => ({
  ...{ sessionId: session.sessionId, units: 1, clientEventId: farm.event() },
  ...over,
});

const localDay = ({ openedAt }: Json) => dateIn(ZONE, new Date(openedAt));

describe('a record by badge', () => {
  it('is of the worker who had it at recordedAt, alone and in bulk, and tells how it was read', async () => {
    const session = await farm.session(ana);
    const capture = { method: 'qr', badge: '7' };
    const sent = body(session, { badge: '7', recordedAt: hoursAgo(2), capture });
    const made = await ana.post(RECORDS, sent);
    expect({ status: made.status, data: made.data }).toMatchObject({
      status: 201,
      data: { workerId: luis.id, worker_name: luis.full_name, badge: '7', capture, possibleRepeat: false },
    });
    const bulk = await ana.post(BULK, {
      records: [
        body(session, { badge: '7', capture: { method: 'nfc' } }),
        body(session, { badge: '8' }),
        body(session, { badge: '7', recordedAt: hoursAgo(2) }),
      ],
    });
    expect(bulk.data.results.map(({ status, code }: Json) => code ?? status)).toEqual([
      ...[201, 'badge_unknown', 201],
    ]);
    const { data } = await ana.get(`${SESSIONS}/${session.sessionId}/records`);
    expect(data.map(({ workerId, badge, capture }: Json) => [workerId, badge, capture])).toEqual(
      expect.arrayContaining([
        [luis.id, '7', capture],
        [luis.id, '7', null],
        [rosa.id, '7', { method: 'nfc', badge: null }],
      ]),
    );
    expectRefusal(await ana.post(RECORDS, body(session, { badge: '8' })), 422, 'B', 'badge_unknown', {
      field: 'badge',
    });
  });

  it('is answered the same again, whoever has the badge by then', async () => {
    const session = await farm.session(ana);
    await ana.put('/api/control/badges/moves', { workerId: luis.id, from: hoursAgo(3) });
    const sent = body(session, { badge: 'moves', recordedAt: hoursAgo(2) });
    const first = await ana.post(RECORDS, sent);
    await ana.put('/api/control/badges/moves', { workerId: rosa.id, from: hoursAgo(4) });
    const again = await ana.post(RECORDS, sent);
    expect([again.status, again.data]).toEqual([200, first.data]);
    const other = { ...sent, badge: '7' };
    expectRefusal(await ana.post(RECORDS, other), 422, 'B', 'idempotency_key_reused');
  });

  it.each([
    [{}, ['workerId']],
    [{ workerId: null, badge: null }, ['workerId']],
    [{ workerId: 'w', badge: '7' }, ['badge']],
    [{ badge: ' 7' }, ['badge']],
    [{ badge: '7', capture: { method: 'smell', badge: 'ñ' } }, ['capture.badge', 'capture.method']],
    [{ units: 0 }, ['units', 'workerId']],
  ])('refuses %j', async (over, fields) => {
    const wrong = await ana.post(RECORDS, body({ sessionId: 'x' }, over));
    expectRefusal(wrong, 400, 'B', 'validation_failed');
    expect(wrongFields(wrong)).toEqual(fields);
  });

  it('refuses unknown members of capture where the client asks for it', async () => {
    const sent = body({ sessionId: 'x' }, { badge: '7', capture: { method: 'qr', light: 1 } });
    const wrong = await ana.post(RECORDS, sent, { headers: { prefer: 'handling=strict' } });
    expect([wrong.status, wrongFields(wrong)]).toEqual([400, ['capture.light']]);
  });

  it('is exported with badge and capture', async () => {
    const session = await farm.session(ana);
    const capture = { method: 'keyboard', badge: '=7' };
    await ana.post(RECORDS, body(session, { badge: '7', capture }));
    const day = localDay(session);
    const path = `/api/control/production/records/export?startTime=${day}&endTime=${day}`;
    const found = (await farm.program().get(path)).body;
    expect(found.data.find(({ sessionId }: Json) => sessionId === session.sessionId)).toMatchObject({
      ...{ badge: '7', captureMethod: 'keyboard', captureBadge: '=7', possibleRepeat: false },
    });
    const csv = (await farm.program().get(`${path}&format=csv`)).text.split('\r\n');
    expect(csv[0]).toMatch(/,notes,badge,captureMethod,captureBadge,possibleRepeat,/);
    expect(csv.find((line) => line.includes(session.sessionId))).toMatch(/,"7",keyboard,'=7,false,/);
  });
});

describe('records that may be repeats', () => {
  it('are marked in every read and counted, and none is refused', async () => {
    const place = farm.place('scanned');
    const session = await farm.session(ana, place);
    expect(session).toMatchObject({ repeatSeconds: 60, totals: { possibleRepeats: 0 } });
    const began = Date.parse(session.openedAt);
    const after = (seconds: number) => new Date(began + seconds * 1_000).toISOString();
    const add = async (worker: Json, seconds: number) => {
      const sent = body(session, { workerId: worker.id, recordedAt: after(seconds) });
      const answer = await ana.post(RECORDS, sent);
      expect(answer.status).toBe(201);
      return answer.data;
    };
    const [first, far] = [await add(luis, 0), await add(luis, 200)];
    await add(rosa, 0);
    expect(first.possibleRepeat).toBe(false);
    const near = await add(luis, 60);
    expect(near.possibleRepeat).toBe(true);
    const marked = async () => {
      const { data } = await ana.get(`${SESSIONS}/${session.sessionId}/records`);
      return data.filter(({ possibleRepeat }: Json) => possibleRepeat).map(({ recordId }: Json) => recordId);
    };
    const counted = async () => {
      const one = await ana.get(`${SESSIONS}/${session.sessionId}`);
      const all = await ana.get(`${SESSIONS}?projectId=${place.projectId}`);
      return [one.data, all.data[0]].map(({ totals }: Json) => totals.possibleRepeats);
    };
    expect(await marked()).toEqual([first.recordId, near.recordId]);
    expect(await counted()).toEqual([2, 2]);
    for (const [{ recordId }, is] of [
      [first, true],
      [far, false],
    ] as const)
      expect((await ana.get(`${RECORDS}/${recordId}`)).data.possibleRepeat).toBe(is);
    const day = localDay(session);
    const exported = await farm
      .program()
      .get(
        `/api/control/production/records/export?startTime=${day}&endTime=${day}&projectId=${place.projectId}`,
      );
    expect(exported.data.filter(({ possibleRepeat }: Json) => possibleRepeat)).toHaveLength(2);
    await ana.post(`${RECORDS}/${near.recordId}/void`, {});
    expect(await marked()).toEqual([]);
    expect(await counted()).toEqual([0, 0]);
  });
});
