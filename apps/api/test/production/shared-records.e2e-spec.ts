import { keepSecret } from '@furrow/testbed';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPayingFarm, Crew, RECORDS, SESSIONS, TODAY } from '@furrow/testbed/farms';
import { fetch, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const BIN = { key: 'bin', name: 'Bin', unit: 'kg', units: 350, tare: 30, max: 450 };

let system: System;
let crew: Crew;
let ana: Json;
let ben: Json;
let cid: Json;
beforeAll(async () => {
  system = await System.shared();
  const farm = await aPayingFarm(system, { hourlyRate: 10 });
  crew = await Crew.start(farm, { samplingUnit: 'kg', pricePerUnit: 0.31 });
  const declared = await crew.ada.patch('/api/control/farm', { containers: [BIN] });
  if (declared.status !== 200) throw new Error(declared.text);
  ana = crew.worker;
  [ben, cid] = [await farm.worker(crew.ana), await farm.worker(crew.ana)];
  await crew.ana.put('/api/control/badges/7', { workerId: ben.id, from: hoursAgo(5) });
  await crew.ana.put('/api/control/badges/8', { workerId: cid.id, from: hoursAgo(1) });
});
afterAll(() => system?.stop());

function aBody(over: Json = {}): Json {
  const { units: _, workerId: __, ...body } = crew.farm.recordBody(crew.session.sessionId, ana.id) as Json;
  return { ...body, recordedAt: hoursAgo(2), ...over };
}
const sent = (over: Json = {}) => crew.ana.post(RECORDS, aBody(over));
interface Totals {
  readonly validUnits: number;
  readonly recordCount: number;
  readonly voidedCount: number;
}
const totals = async () =>
  (await crew.ana.get(`${SESSIONS}/${crew.session.sessionId}`)).data.totals as Totals;
const crewOf = (weight: number | null = 2) => [
  { workerId: ana.id, weight },
  { badge: '7' },
  { workerId: cid.id, weight: 1 },
];

describe('a shared record', () => {
  it('is one record with the part of each worker, and each part counts for its worker everywhere', async () => {
    const body = aBody({ container: 'bin', shares: crewOf() });
    const made = await crew.ana.post(RECORDS, body);
    const share = (worker: Json, weight: number, units: number) => ({
      ...{ workerId: worker.id, worker_name: worker.full_name, weight, units },
    });
    const shares = [share(ana, 2, 175), share(ben, 1, 87.5), share(cid, 1, 87.5)];
    const told = { units: 350, workerId: null, worker_name: null, shares, container: 'bin', count: 1 };
    expect([made.status, made.data]).toEqual([201, expect.objectContaining(told)]);
    const repeated = await crew.ana.post(RECORDS, { ...body, shares: body.shares.toReversed() });
    expect([repeated.status, repeated.data]).toEqual([200, made.data]);
    expectRefusal(
      await crew.ana.post(RECORDS, { ...body, shares: crewOf(3) }),
      422,
      'B',
      'idempotency_key_reused',
    );
    const alone = await crew.pick(10, { workerId: ben.id });
    expect(alone.shares).toBeNull();
    expect((await crew.ana.get(`${RECORDS}/${made.data.recordId}`)).data).toEqual(made.data);
    expect(await totals()).toMatchObject({
      ...{ validUnits: 360, recordCount: 2, voidedCount: 0, workerCount: 3, amount: 111.6 },
    });

    const program = crew.farm.program();
    const days = `startTime=${TODAY}&endTime=${TODAY}`;
    const report = (await program.get(`/api/control/harvest?${days}`)).data[0];
    expect(report.totalUnits).toBe(360);
    const picked = report.workers.map(({ workerId, validUnits, recordCount }: Json) => ({
      ...{ workerId, validUnits, recordCount },
    }));
    expect(picked).toEqual(
      expect.arrayContaining([
        { workerId: ana.id, validUnits: 175, recordCount: 1 },
        { workerId: ben.id, validUnits: 97.5, recordCount: 2 },
        { workerId: cid.id, validUnits: 87.5, recordCount: 1 },
      ]),
    );
    const groups = async (by: string) =>
      (await program.get(`/api/control/harvest/groups?by=${by}&${days}`)).data as Json[];
    expect(await groups('sector')).toMatchObject([{ validUnits: 360, recordCount: 2, workerCount: 3 }]);
    expect((await groups('worker')).find(({ workerId }) => workerId === ben.id)).toMatchObject({
      ...{ validUnits: 97.5, recordCount: 2 },
    });

    const exported = `${RECORDS}/export?${days}`;
    const lines = (await program.get(exported)).data as Json[];
    expect(lines.find(({ recordId }) => recordId === made.data.recordId)).toMatchObject({
      ...{ workerId: null, worker_name: null, units: 350, shares },
    });
    expect(lines.find(({ recordId }) => recordId === alone.recordId)).toMatchObject({ shares: null });
    const csv = (await program.get(`${exported}&format=csv&separator=;`)).text.split('\r\n');
    expect(csv[0]).toMatch(/;shares$/);
    expect(csv.find((line) => line.includes(made.data.recordId))).toMatch(
      new RegExp(`;;;addition;350;.*;${ana.id} 2 175 \\| ${ben.id} 1 87,5 \\| ${cid.id} 1 87,5$`),
    );
  });

  it('is paid part by part to the cent, and told on the statement and to the worker', async () => {
    await crew.shift('piece', 3, { workerId: ben.id });
    const { statements, flags } = await crew.read(await crew.run());
    const of = (worker: Json) => (statements as Json[]).find(({ workerId }) => workerId === worker.id)!;
    expect(of(ana).lines).toMatchObject([{ kind: 'piece', quantity: 175, amount: 54.25, shared: 175 }]);
    expect(of(ben).lines).toMatchObject([{ kind: 'piece', quantity: 97.5, shared: 87.5, unit: 'kg' }]);
    const outside = (flags as Json[]).filter(({ code }) => code === 'outside_shift');
    expect(outside.map(({ workerId }) => workerId).toSorted()).toEqual([ana.id, cid.id].toSorted());
    const link = (await crew.ana.post('/api/control/receipts', { workerId: cid.id })).data.url as string;
    keepSecret(link.split('/').at(-1) ?? '');
    const page = await (await fetch(`${link}?lang=en`, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('87.5 kg');
    expect(page).not.toContain('175');
  });

  it('is corrected and voided as one', async () => {
    const before = await totals();
    const made = await sent({ units: 9, shares: crewOf(null) });
    const asked = { units: 4, reason: 'Weighed again', clientEventId: crew.farm.event() };
    const corrected = await crew.ada.post(`${RECORDS}/${made.data.recordId}/correct`, asked);
    expect(corrected.data).toMatchObject({ units: 4, difference: -5 });
    const again = await crew.ada.post(`${RECORDS}/${made.data.recordId}/correct`, asked);
    expect([again.status, again.data]).toEqual([200, corrected.data]);
    const replacement = await crew.ana.get(`${RECORDS}/${corrected.data.recordId}`);
    expect(replacement.data.shares.map(({ units }: Json) => units)).toEqual(
      // Equal remainders and weights: the first by id gets what is left.
      [ana, ben, cid].map(({ id }) => (id === [ana.id, ben.id, cid.id].toSorted()[0] ? 1.333334 : 1.333333)),
    );
    const counter = await crew.ana.get(`${RECORDS}/${corrected.data.counterRecordId}`);
    expect(counter.data).toMatchObject({ units: -9, workerId: null, shares: [{ units: -3 }, {}, {}] });
    const voided = await crew.ana.post(`${RECORDS}/${corrected.data.recordId}/void`);
    expect(voided.data.units).toBe(-4);
    expect(await totals()).toEqual({
      ...before,
      ...{ recordCount: before.recordCount + 2, voidedCount: before.voidedCount + 2 },
    });
  });

  it('is refused with a code and a field, alone and in bulk, and nothing is written', async () => {
    const before = await totals();
    const one = { workerId: ana.id };
    const refusals: [Json, number, string, Json][] = [
      [{ units: 1, shares: [one, { badge: '7' }, one] }, 422, 'share_repeated', { field: 'shares[2]' }],
      // By two names the same worker.
      [
        { units: 1, shares: [{ workerId: ben.id }, { badge: '7' }] },
        ...([422, 'share_repeated', { field: 'shares[1]' }] as const),
      ],
      [
        { units: 1, shares: [one, { badge: '8' }] },
        ...([422, 'badge_unknown', { field: 'shares[1].badge' }] as const),
      ],
      [{ units: 1, shares: [one, { workerId: crew.session.sessionId }] }, 404, 'worker_not_found', {}],
      [
        { container: 'bin', units: 1, shares: crewOf() },
        422,
        'units_mismatch',
        { field: 'units', expected: 350 },
      ],
    ];
    for (const [body, status, code, facts] of refusals)
      expectRefusal(await sent(body), status, 'B', code, facts);
    const malformed: [Json, string[]][] = [
      [{ shares: [one] }, ['shares']],
      [{ shares: [] }, ['shares']],
      [{ shares: Array.from({ length: 21 }, () => one) }, ['shares']],
      [{ shares: [one, {}] }, ['shares[1].workerId']],
      [{ shares: [one, { workerId: ben.id, badge: '7' }] }, ['shares[1].badge']],
      [{ shares: [one, { badge: '7', weight: 0 }] }, ['shares[1].weight']],
      [
        {
          shares: [
            { ...one, weight: 100.5 },
            { badge: '7', weight: 1e-7 },
          ],
        },
        ['shares[0].weight', 'shares[1].weight'],
      ],
      [{ shares: crewOf(), workerId: ana.id }, ['workerId']],
      [{ shares: crewOf(), badge: '7' }, ['badge']],
    ];
    for (const [over, fields] of malformed) {
      const answer = await sent({ units: 1, ...over });
      expectRefusal(answer, 400, 'B', 'validation_failed');
      expect(wrongFields(answer)).toEqual(fields);
    }
    const strict = { headers: { prefer: 'handling=strict' } };
    const strange = aBody({ units: 1, shares: [one, { badge: '7', part: 1 }] });
    expect(wrongFields(await crew.ana.post(RECORDS, strange, strict))).toEqual(['shares[1].part']);

    const good = aBody({ units: 3, shares: crewOf() });
    const bulk = await crew.ana.post(`${RECORDS}/bulk`, {
      records: [
        good,
        ...refusals.map(([body]) => aBody(body)),
        ...malformed.map(([over]) => aBody({ units: 1, ...over })),
        good,
      ],
    });
    expect(bulk.status).toBe(207);
    const results = bulk.data.results as Json[];
    const codes = [...refusals.map(([, , code]) => code), ...malformed.map(() => 'validation_failed')];
    expect(results.map(({ status, code }) => code ?? status)).toEqual([201, ...codes, 200]);
    expect(await totals()).toMatchObject({
      ...{ validUnits: before.validUnits + 3, recordCount: before.recordCount + 1, workerCount: 3 },
    });
  });
});
