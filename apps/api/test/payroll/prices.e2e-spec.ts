import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPayingFarm, Crew, inDays, PAY_RUNS, SESSIONS, TODAY } from '@furrow/testbed/farms';
import { fetch, type Json, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

const FARM = '/api/control/farm';
const CRATE = { key: 'crate', name: 'Crate', unit: 'kg', tare: 2.1 };
const price = (amount: number, over: object = {}) => ({
  ...{ validFrom: '2020-01-01', unit: 'kg', price: amount, ...over },
});
const PRICES = [
  ...[price(0.25), price(0.46, { quality: 'export' }), price(0.31, { quality: 'local' })],
  price(0.3, { container: 'crate', project: 'north' }),
];

let system: System;
beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

/** A crew in a session that was opened without a price, of a farm with prices. */
async function aCrewWithPrices(session: Record<string, unknown> = {}): Promise<Crew> {
  const crew = await Crew.start(await aPayingFarm(system, { hourlyRate: 10 }), session);
  const declared = await crew.ada.patch(FARM, { containers: [CRATE], prices: PRICES });
  if (declared.status !== 200) throw new Error(declared.text);
  return crew;
}
const sessionOf = async (crew: Crew): Promise<Json> =>
  (await crew.ana.get(`${SESSIONS}/${crew.session.sessionId}`)).data;
const pickExportAndLocal = async (crew: Crew) => {
  const { qualities } = crew.farm.ids;
  await crew.pick(100, { qualityId: qualities['export'] });
  await crew.pick(57.5, { qualityId: qualities['local'] });
};

describe('a session that was opened without a price', () => {
  it('is worth export at 0.46 and local at 0.31, and a weighed crate by its own price, to the cent', async () => {
    const crew = await aCrewWithPrices();
    expect(crew.session).toMatchObject({ pricePerUnit: 1, pricedBy: 'prices', totals: { amount: 0 } });
    await pickExportAndLocal(crew);
    expect((await sessionOf(crew)).totals).toMatchObject({ validUnits: 157.5, amount: 63.83 });
    await crew.pick(0, { units: undefined, container: 'crate', count: 11, gross: 412.5 });
    const other = await crew.pick(10);
    await crew.pick(1);
    await crew.ana.post(`/api/control/production/records/${other.recordId}/void`);
    // 46.00 + 17.825 + 389.4 × 0.30 + 0.25
    const amount = 180.9;
    expect((await sessionOf(crew)).totals.amount).toBe(amount);
    const listed = await crew.ana.get(SESSIONS);
    expect(listed.data).toMatchObject([{ totals: { amount } }]);
    expect((await crew.ada.get('/api/console/today')).text).toContain(`"amount":${amount}`);
    await crew.close();
    const { statements, flags } = await crew.run();
    expect(flags.map(({ code }: Json) => code)).toEqual(['outside_shift']);
    expect(statements).toMatchObject([
      {
        gross: amount,
        lines: [
          { kind: 'piece', quantity: 100, rate: 0.46, amount: 46 },
          { kind: 'piece', quantity: 57.5, rate: 0.31 },
          {
            kind: 'piece',
            quantity: 389.4,
            rate: 0.3,
            amount: 116.82,
            containers: [{ name: 'Crate', count: 11 }],
          },
          { kind: 'piece', quantity: 1, rate: 0.25, amount: 0.25 },
        ],
      },
    ]);
    const grouped = await crew.farm
      .program()
      .get(`/api/control/harvest/groups?by=container&startTime=${TODAY}&endTime=${TODAY}`);
    expect(grouped.data).toMatchObject([{ container: 'crate', containerCount: 11, validUnits: 389.4 }]);
  });

  it('pays by prices as they stand, also for days that are paid, until the office states a price', async () => {
    const crew = await aCrewWithPrices();
    await pickExportAndLocal(crew);
    await crew.close();
    const run = await crew.run();
    expect((await crew.freeze(run)).status).toBe(200);
    const declare = (amount: number) =>
      crew.ada.patch(FARM, { prices: [price(amount, { quality: 'export' })] });
    expect((await declare(0.5)).status).toBe(200);
    expect((await sessionOf(crew)).totals.amount).toBe(67.83);
    const next = await crew.run({ from: inDays(7), to: inDays(13) });
    expect(next.statements).toMatchObject([{ gross: 4, lines: [{ payRunId: run.payRunId, amount: 4 }] }]);
    const corrected = await crew.ada.post(`${SESSIONS}/${crew.session.sessionId}/correct`, {
      ...{ pricePerUnit: 1, reason: 'Agreed with the crew' },
    });
    expect(corrected.data).toMatchObject({ pricedBy: 'session', totals: { amount: 157.5 } });
    await declare(9);
    const adjusted = await crew.read(next);
    expect(adjusted.statements).toMatchObject([{ gross: 93.67 }]);
  });

  it('keeps its price where it was opened with one, or is given one', async () => {
    const crew = await aCrewWithPrices({ pricePerUnit: 1 });
    await pickExportAndLocal(crew);
    expect(await sessionOf(crew)).toMatchObject({ pricedBy: 'session', totals: { amount: 157.5 } });
    const other = await crew.farm.session(crew.ana);
    expect(other).toMatchObject({ pricedBy: 'prices' });
    const path = `${SESSIONS}/${other.sessionId}`;
    expect((await crew.ana.patch(path, { pricePerUnit: 1 })).data).toEqual({ updated: true });
    expect((await crew.ana.get(path)).data).toMatchObject({ pricedBy: 'session', pricePerUnit: 1 });
  });
});

it('a session that the version before has opened keeps its price, and follows prices where it has none', async () => {
  const crew = await aCrewWithPrices();
  await pickExportAndLocal(crew);
  // As a program writes it that does not know the column.
  const written = (price: string) =>
    system.sql(
      `UPDATE production.sessions SET follows_prices = DEFAULT, price_per_unit = ${price} WHERE session_id = $1`,
      [crew.session.sessionId],
    );
  await written('2');
  expect(await sessionOf(crew)).toMatchObject({ pricedBy: 'session', totals: { amount: 315 } });
  expect((await crew.run()).totals).toMatchObject({ gross: 315 });
  await written('NULL');
  expect(await sessionOf(crew)).toMatchObject({ pricedBy: 'prices', totals: { amount: 63.83 } });
  expect((await crew.run()).totals).toMatchObject({ gross: 63.83 });
});

describe('a declared price', () => {
  it('is refused where it overlaps another one equally, or says nothing, and nothing is changed', async () => {
    const crew = await aCrewWithPrices();
    const before = (await crew.ada.get(FARM)).data.prices;
    expect(before).toHaveLength(PRICES.length);
    const fieldsOf = async (prices: readonly object[]) => {
      const refused = await crew.ada.patch(FARM, { prices: [price(7, { crop: 'Plum' }), ...prices] });
      expectRefusal(refused, 400, 'B', 'validation_failed');
      return (refused.body.details as Json[]).map(({ field, message }) => `${field} ${message}`);
    };
    const twice = price(1, { quality: 'export', validFrom: '2026-02-01' });
    expect(await fieldsOf([twice, price(2), { ...twice, price: 3 }])).toEqual([
      expect.stringMatching(/^prices\[3\]\.validFrom overlaps prices\[1\]/),
    ]);
    expect(await fieldsOf([price(1, { quality: 'nothing', container: 'bag' })])).toEqual([
      ...[expect.stringMatching(/^prices\[1\]\.quality /), expect.stringMatching(/^prices\[1\]\.container /)],
    ]);
    expect(await fieldsOf([price(1, { project: 'nowhere' })])).toEqual([
      expect.stringMatching(/^prices\[1\]\.project /),
    ]);
    expect(await fieldsOf([price(-1), price(0.0000001, { unit: 'box' })])).not.toEqual([]);
    expect(await fieldsOf([{ ...price(1), validFrom: 'soon' }])).toEqual([
      expect.stringMatching(/^prices\[1\]\.validFrom /),
    ]);
    expect((await crew.ada.get(FARM)).data.prices).toEqual(before);
    expectRefusal(await crew.ana.patch(FARM, { prices: [price(1)] }), 403, 'B', 'forbidden');
  });
});

describe('what a worker takes home', () => {
  it('shows containers, and amounts of the office on the worker’s page', async () => {
    const crew = await aCrewWithPrices();
    await crew.pick(0, { units: undefined, container: 'crate', count: 11, gross: 412.5 });
    await crew.ada.post('/api/control/pay-lines', {
      ...{ workerId: crew.worker.id, day: TODAY, amount: -2.5, reason: 'Gloves <b>' },
      clientEventId: crew.farm.event(),
    });
    const { data } = await crew.ana.post('/api/control/receipts', { workerId: crew.worker.id });
    const page = await fetch(`${data.url}?lang=en`);
    const html = await page.text();
    expect(html).toContain('389.4 kg</strong><br><small>11 × Crate</small>');
    expect(html).toContain('So far: <strong>116.82 USD');
    expect(html).toContain('From the office: <strong>-2.50 USD</strong><br><small>Gloves &lt;b&gt;</small>');
    await crew.close();
    const run = await crew.run();
    const csv = await crew.ada.get(`${PAY_RUNS}/${run.payRunId}/export?format=csv`);
    expect(csv.text).toContain('11 × Crate');
  });
});
