import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPayingFarm, Crew, RECORDS, SESSIONS } from '@furrow/testbed/farms';
import { type Json, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

const FARM = '/api/control/farm';
const CRATE = { key: 'crate', name: 'Crate', unit: 'kg', units: 35, tare: 2.1, min: 10, max: 40 };

let system: System;
let crew: Crew;
beforeAll(async () => {
  system = await System.shared();
  const farm = await aPayingFarm(system, { hourlyRate: 10 });
  crew = await Crew.start(farm, { samplingUnit: 'kg', pricePerUnit: 2 });
  const old = { key: 'old', name: 'Old', unit: 'kg', status: 'inactive' };
  const declared = await crew.ada.patch(FARM, { containers: [CRATE, old] });
  if (declared.status !== 200) throw new Error(declared.text);
});
afterAll(() => system?.stop());

function aBody(over: Json = {}): Json {
  const { units: _, ...body } = crew.farm.recordBody(crew.session.sessionId, crew.worker.id) as Json;
  return { ...body, ...over };
}
const sent = (over: Json = {}) => crew.ana.post(RECORDS, aBody(over));

describe('a record in containers', () => {
  it('is counted and weighed, told everywhere, and recognized when it is repeated', async () => {
    const weighed = aBody({ container: 'crate', count: 11, gross: 412.5 });
    const made = await crew.ana.post(RECORDS, weighed);
    const told = { units: 389.4, container: 'crate', count: 11, gross: 412.5, tare: 2.1 };
    expect([made.status, made.data]).toEqual([201, expect.objectContaining(told)]);
    await crew.ada.patch(FARM, { containers: [{ ...CRATE, tare: 3 }] });
    const repeated = await crew.ana.post(RECORDS, weighed);
    expect([repeated.status, repeated.data]).toEqual([200, made.data]);
    await crew.ada.patch(FARM, { containers: [CRATE] });
    const other = await crew.ana.post(RECORDS, { ...weighed, count: 10 });
    expectRefusal(other, 422, 'B', 'idempotency_key_reused');
    const counted = await sent({ container: 'crate' });
    expect(counted.data).toMatchObject({ units: 35, count: 1, gross: null, tare: null });
    const plain = await sent({ units: 5 });
    expect(plain.data).toMatchObject({ units: 5, container: null, count: null });
    const { data } = await crew.ana.get(`${SESSIONS}/${crew.session.sessionId}/records`);
    expect((data as Json[]).find(({ recordId }) => recordId === made.data.recordId)).toMatchObject(told);
    const voided = await crew.ana.post(`${RECORDS}/${made.data.recordId}/void`);
    expect(voided.data.units).toBe(-389.4);
    const session = await crew.ana.get(`${SESSIONS}/${crew.session.sessionId}`);
    expect(session.data.totals).toMatchObject({ validUnits: 40, amount: 80 });
  });

  it('is refused with a code and a field where it contradicts them, alone and in bulk', async () => {
    const refusals: [Json, number, string, Json][] = [
      [{ container: 'crate', units: 36 }, 422, 'units_mismatch', { field: 'units', expected: 35 }],
      [{ container: 'crate', gross: 50 }, 422, 'units_out_of_range', { field: 'units', min: 10, max: 40 }],
      [{ container: 'crate', gross: 2.1 }, 422, 'gross_below_tare', { field: 'gross', tare: 2.1 }],
      [{ container: 'old', units: 1 }, 422, 'container_unknown', { field: 'container' }],
      [{ container: 'nothing', units: 1 }, 422, 'container_unknown', { field: 'container' }],
    ];
    for (const [body, status, code, facts] of refusals)
      expectRefusal(await sent(body), status, 'B', code, facts);
    const wrong = await sent({ count: 0, gross: 1 });
    expect((wrong.body.details as Json[]).map(({ field }) => field).toSorted()).toEqual([
      ...['count', 'count', 'gross', 'units'],
    ]);
    const bulk = await crew.ana.post(`${RECORDS}/bulk`, {
      records: [aBody({ container: 'crate', count: 2 }), ...refusals.map(([body]) => aBody(body)), aBody({})],
    });
    const results = bulk.data.results as Json[];
    expect(results.map(({ status }) => status)).toEqual([201, 422, 422, 422, 422, 422, 400]);
    expect(results.slice(1, 6).map(({ code }) => code)).toEqual(refusals.map(([, , code]) => code));
  });

  it('keeps its containers when the office corrects its units', async () => {
    const made = await sent({ container: 'crate', gross: 32.1 });
    const corrected = await crew.ada.post(`${RECORDS}/${made.data.recordId}/correct`, {
      ...{ units: 29, reason: 'Weighed again', clientEventId: crew.farm.event() },
    });
    expect(corrected.status).toBe(201);
    const { data } = await crew.ana.get(`${RECORDS}/${corrected.data.recordId}`);
    expect(data).toMatchObject({ units: 29, container: 'crate', count: 1, gross: null, tare: null });
  });
});
