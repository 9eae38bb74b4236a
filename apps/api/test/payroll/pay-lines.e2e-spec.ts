import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPayingFarm, Crew, inDays, TODAY } from '@furrow/testbed/farms';
import { System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

const LINES = '/api/control/pay-lines';

let system: System;
beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

const aLine = (crew: Crew, over: object = {}) => ({
  ...{ workerId: crew.worker.id, day: TODAY, amount: 25, reason: 'Own vehicle' },
  ...{ clientEventId: crew.farm.event(), ...over },
});

describe('an amount that the office states by hand', () => {
  it('a manual line is paid once, with who, when and why', async () => {
    const crew = await Crew.start(await aPayingFarm(system, { hourlyRate: 10 }));
    await crew.close();
    await crew.shift('hourly', 2);
    const line = aLine(crew);
    const stated = await crew.ada.post(LINES, line);
    expect([stated.status, (await crew.ada.post(LINES, line)).status]).toEqual([201, 200]);
    expect(stated.data).toMatchObject({ amount: 25, voided: false, payRunId: null, inRegularRate: false });
    expectRefusal(await crew.ada.post(LINES, { ...line, amount: 26 }), 422, 'B', 'idempotency_key_reused');
    const run = await crew.run();
    const manual = {
      reason: 'Own vehicle',
      createdBy: expect.stringMatching(/-ada$/),
      createdAt: stated.data.createdAt,
    };
    expect(run.statements).toMatchObject([
      { gross: 45, lines: [{ kind: 'hourly' }, { kind: 'manual', day: TODAY, amount: 25, manual }] },
    ]);
    expect((await crew.freeze(run)).status).toBe(200);
    const late = await crew.ada.post(LINES, aLine(crew, { amount: -5, reason: 'Advance' }));
    const { payLineId } = stated.data;
    const voided = await crew.ada.post(`${LINES}/${payLineId}/void`, { reason: 'Paid in cash' });
    expect(voided.data).toEqual({
      ...{ payLineId, voided: true, counterLineId: expect.any(String), amount: -25 },
    });
    expect((await crew.ada.post(`${LINES}/${payLineId}/void`)).data).toEqual(voided.data);
    const next = await crew.run({ from: inDays(7), to: inDays(13) });
    expect(next.statements).toMatchObject([
      { gross: -30, lines: [{ manual: { reason: 'Advance' } }, { manual: { reason: 'Paid in cash' } }] },
    ]);
    const listed = await crew.ada.get(`${LINES}?workerId=${crew.worker.id}&from=${TODAY}`);
    expect(listed.body.meta.total).toBe(3);
    expect(listed.data.map((each: { payRunId: string | null }) => each.payRunId)).toEqual([
      ...[null, null, run.payRunId],
    ]);
    expect(late.status).toBe(201);
    const counter = await crew.ada.post(`${LINES}/${voided.data.counterLineId}/void`);
    expectRefusal(counter, 409, 'B', 'pay_line_is_void');
  });

  it('is refused where it says nothing, or by somebody who may not', async () => {
    const crew = await Crew.start(await aPayingFarm(system, { hourlyRate: 10 }, 'CLP'));
    const nothing = await crew.ada.post(LINES, aLine(crew, { amount: 0, reason: ' ', day: '2026-02-30' }));
    expect(nothing.status).toBe(400);
    const fields = (nothing.body.details as { field: string }[]).map(({ field }) => field);
    expect(fields.toSorted()).toEqual(['amount', 'day', 'reason']);
    const cents = await crew.ada.post(LINES, aLine(crew, { amount: 0.5 }));
    expectRefusal(cents, 400, 'B', 'validation_failed');
    const unknown = await crew.ada.post(LINES, aLine(crew, { workerId: crew.session.sessionId }));
    expectRefusal(unknown, 404, 'B', 'worker_not_found');
    expectRefusal(await crew.ana.post(LINES, aLine(crew)), 403, 'B', 'forbidden');
    expectRefusal(await crew.ada.post(`${LINES}/${crew.worker.id}/void`), 404, 'B', 'pay_line_not_found');
  });
});
