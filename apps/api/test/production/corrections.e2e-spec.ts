import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPayingFarm, Crew, inDays, RECORDS, SESSIONS } from '@furrow/testbed/farms';
import { hoursAgo, type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

let system: System;
beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

const aCrew = async (session: object = {}) => Crew.start(await aPayingFarm(system, {}), { ...session });
const correctionOf = ({ recordId }: Json) => `${RECORDS}/${recordId}/correct`;
const totalsOf = async ({ ana, session }: Crew) =>
  (await ana.get(`${SESSIONS}/${session.sessionId}`)).data.totals;
const acts = (companyId: string) =>
  system.sql(`SELECT act FROM audit.entries WHERE company_id = $1 AND act LIKE '%.corrected' ORDER BY act`, [
    companyId,
  ]);

describe('a record that the office corrects', () => {
  it('is replaced by one of the same worker and instant, once, also after the session was closed', async () => {
    const crew = await aCrew();
    const { ada, ana, session } = crew;
    const recordedAt = hoursAgo(2);
    const record = await crew.pick(10, { recordedAt });
    await crew.close();
    const body = { units: 7.5, reason: 'two crates were empty', clientEventId: 'office-1' };
    const first = await ada.post(correctionOf(record), body);
    expect([first.status, first.data]).toEqual([
      201,
      {
        recordId: expect.any(String),
        correctedRecordId: record.recordId,
        counterRecordId: expect.any(String),
        ...{ units: 7.5, difference: -2.5 },
      },
    ]);
    const again = await ada.post(correctionOf(record), body);
    expect([again.status, again.data]).toEqual([200, first.data]);
    const { data: movements } = await ana.get(`${SESSIONS}/${session.sessionId}/records`);
    expect((movements as Json[]).map(({ units, kind, voided }) => [units, kind, voided])).toEqual(
      expect.arrayContaining([
        [10, 'addition', true],
        [7.5, 'addition', false],
        [-10, 'void', false],
      ]),
    );
    const replacement = (movements as Json[]).find(({ recordId }) => recordId === first.data.recordId);
    expect(replacement).toMatchObject({ recordedAt, workerId: crew.worker.id });
    const authors = (movements as Json[]).map(({ kind, voided, createdBy }) => [kind, voided, createdBy]);
    const [owner, admin] = [crew.farm.idpId('ana'), crew.farm.idpId('ada')];
    expect(authors).toEqual(
      expect.arrayContaining([
        ['addition', true, owner],
        ['addition', false, admin],
        ['void', false, admin],
      ]),
    );
    const one = await ana.get(`${RECORDS}/${first.data.recordId}`);
    expect(one.data.createdBy).toBe(admin);
    expect(await totalsOf(crew)).toMatchObject({ validUnits: 7.5, amount: 7.5 });
    expect(await acts(session.companyId)).toEqual([{ act: 'record.corrected' }]);
  });

  it('is taken back by 0 units, and cannot be corrected then, while what replaced it can', async () => {
    const crew = await aCrew();
    const { ada } = crew;
    const record = await crew.pick(10);
    const changed = await ada.post(correctionOf(record), { units: 4, reason: 'r', clientEventId: 'a' });
    const back = { units: 0, reason: 'not theirs', clientEventId: 'b' };
    const gone = await ada.post(correctionOf(changed.data), back);
    expect([gone.status, gone.data]).toEqual([
      201,
      expect.objectContaining({ recordId: null, units: 0, difference: -4 }),
    ]);
    expect((await ada.post(correctionOf(changed.data), back)).status).toBe(200);
    expect(await totalsOf(crew)).toMatchObject({ validUnits: 0 });
    for (const recordId of [record.recordId, changed.data.recordId, gone.data.counterRecordId])
      expectRefusal(
        await ada.post(correctionOf({ recordId }), { units: 1, reason: 'r', clientEventId: 'c' }),
        ...([409, 'B', 'record_is_void'] as const),
      );
  });

  it('is refused with the wrong field named, and without a change', async () => {
    const crew = await aCrew();
    const { ada, ana, farm } = crew;
    const record = await crew.pick(10);
    const body = { units: 4, reason: 'r', clientEventId: 'a' };
    const ask = (over: object) => ada.post(correctionOf(record), { ...body, ...over });
    expect(wrongFields(await ask({ units: -1, reason: ' ', clientEventId: undefined }))).toEqual([
      'clientEventId',
      'reason',
      'units',
    ]);
    expect(wrongFields(await ask({ units: 1.123_456_7 }))).toEqual(['units']);
    expectRefusal(await ask({ qualityId: record.recordId }), 404, 'B', 'quality_not_found');
    expectRefusal(await ana.post(correctionOf(record), body), 403, 'B', 'forbidden');
    const rival = (await aPayingFarm(system, {})).as('ada');
    expectRefusal(await rival.post(correctionOf(record), body), 404, 'B', 'record_not_found');
    expect(await totalsOf(crew)).toMatchObject({ validUnits: 10, recordCount: 1 });
    await ask({});
    for (const over of [{ units: 5 }, { reason: 'other' }])
      expectRefusal(await ask(over), 422, 'B', 'idempotency_key_reused');
    const other = await crew.pick(3);
    expectRefusal(await ada.post(correctionOf(other), body), 422, 'B', 'idempotency_key_reused');
    expect(await totalsOf(crew)).toMatchObject({ validUnits: 7 });
    expect(farm).toBeDefined();
  });

  it('is corrected once by two requests at once', async () => {
    const crew = await aCrew();
    const record = await crew.pick(10);
    const answers = await Promise.all(
      ['a', 'b', 'a', 'b'].map((clientEventId) =>
        crew.ada.post(correctionOf(record), { units: 4, reason: 'r', clientEventId }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201, 409, 409]);
    expect(await totalsOf(crew)).toMatchObject({ validUnits: 4, recordCount: 2, voidedCount: 1 });
  });
});

describe('a session that the office corrects', () => {
  it('gets the price that it lacked, and a frozen run an adjustment', async () => {
    const crew = await aCrew({ pricePerUnit: 2, bonus: { type: 'fixed', value: 10 } });
    const { ada, session } = crew;
    await crew.pick(10);
    const path = `${SESSIONS}/${session.sessionId}/correct`;
    const body = { pricePerUnit: 2.5, bonus: null, reason: 'as agreed' };
    expectRefusal(await ada.post(path, body), 409, 'B', 'session_open');
    await crew.close();
    const run = await crew.run();
    expect((await crew.freeze(run)).status).toBe(200);
    for (let times = 0; times < 2; times++) {
      const { status, data } = await ada.post(path, body);
      expect(status).toBe(200);
      expect(data).toMatchObject({ pricePerUnit: 2.5, bonus: null, totals: { amount: 25 } });
    }
    expect(await acts(session.companyId)).toEqual([{ act: 'session.corrected' }]);
    const next = await crew.run({ from: inDays(7), to: inDays(13) });
    expect((next.statements as Json[]).map(({ gross }) => gross)).toEqual([-5]);
    expect(next.statements[0].lines).toMatchObject([{ kind: 'adjustment', payRunId: run.payRunId }]);
  });

  it('is refused with the wrong field named, and without a change', async () => {
    const crew = await aCrew();
    await crew.close();
    const { ada, ana, session } = crew;
    const path = `${SESSIONS}/${session.sessionId}/correct`;
    expect(wrongFields(await ada.post(path, { reason: 'r' }))).toEqual(['pricePerUnit']);
    expect(wrongFields(await ada.post(path, { pricePerUnit: -1 }))).toEqual(['pricePerUnit', 'reason']);
    const body = { pricePerUnit: 3, reason: 'r' };
    expectRefusal(await ana.post(path, body), 403, 'B', 'forbidden');
    const rival = (await aPayingFarm(system, {})).as('ada');
    expectRefusal(await rival.post(path, body), 404, 'B', 'session_not_found');
    expect((await ana.get(`${SESSIONS}/${session.sessionId}`)).data.pricePerUnit).toBe(1);
  });

  it('takes a price with more decimals than its currency has, and a fixed bonus with as many', async () => {
    const crew = await Crew.start(await aPayingFarm(system, {}, 'CLP'), { pricePerUnit: 1 });
    await crew.pick(10);
    await crew.close();
    const path = `${SESSIONS}/${crew.session.sessionId}/correct`;
    const ask = (over: object) => crew.ada.post(path, { reason: 'r', ...over });
    const fixed = (value: number) => ({ bonus: { type: 'fixed', value } });
    const finer = { pricePerUnit: 3, ...fixed(10.5) };
    expect(wrongFields(await ask(finer))).toEqual(['bonus.value']);
    expect(await totalsOf(crew)).toMatchObject({ amount: 10 });
    const { data } = await ask({ pricePerUnit: 1.2345, ...fixed(10) });
    expect(data).toMatchObject({ pricePerUnit: 1.2345, totals: { amount: 22 } });
    const rate = await ask({ bonus: { type: 'per_unit', value: 0.25 } });
    expect(rate.data.totals.amount).toBe(15);
  });

  it('takes a bonus with more decimals, with which the session was opened, with another note', async () => {
    const bonus = { type: 'fixed', value: 10.5, note: 'steep' };
    const crew = await Crew.start(await aPayingFarm(system, {}, 'CLP'), { bonus });
    await crew.pick(10);
    await crew.close();
    const path = `${SESSIONS}/${crew.session.sessionId}/correct`;
    const noted = { ...bonus, note: 'steep rows' };
    const { data } = await crew.ada.post(path, { bonus: noted, reason: 'misspelt' });
    expect(data).toMatchObject({ bonus: noted });
    expect(
      wrongFields(await crew.ada.post(path, { bonus: { ...bonus, value: 10.25 }, reason: 'r' })),
    ).toEqual(['bonus.value']);
  });
});
