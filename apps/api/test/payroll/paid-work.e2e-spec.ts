import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPayingFarm, Crew, inDays, PAY_RUNS, RECORDS, WEEK } from '@furrow/testbed/farms';
import { type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const NEXT_WEEK = { from: inDays(7), to: inDays(13) };
const HOURLY = { hourlyRate: 12 };
const voidOf = ({ shiftId }: Json) => `/api/control/shifts/${shiftId}/void`;

let system: System;
beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

/** A crew whose week is frozen with a shift of 4 hours. */
async function paidCrew() {
  const crew = await Crew.start(await aPayingFarm(system, HOURLY));
  const shift = await crew.shift('hourly', 4);
  await crew.close();
  const run = (await crew.freeze(await crew.run())).data;
  expect(run).toMatchObject({ status: 'frozen', totals: { gross: 48 } });
  return { crew, shift, run };
}

describe('a statement below zero', () => {
  it('prevents the freeze until an admin acknowledges it', async () => {
    const { crew, shift, run: paid } = await paidCrew();
    const { ada, worker, farm } = crew;
    expect((await ada.post(voidOf(shift))).status).toBe(200);
    const run = await crew.run(NEXT_WEEK);
    const flag = { code: 'negative_gross', workerId: worker.id };
    expect(run).toMatchObject({ flags: [flag], totals: { gross: -48 }, acknowledged: [] });
    expect(run.statements[0].lines[0]).toMatchObject({ kind: 'adjustment', payRunId: paid.payRunId });

    const path = `${PAY_RUNS}/${run.payRunId}`;
    expect((await ada.get(`${path}/statements/${worker.id}`)).data.flags).toEqual([flag]);
    expect((await ada.get(`${path}/export`)).text).toContain('negative_gross');
    for (const body of [undefined, {}, { acknowledge: [] }, { acknowledge: null }])
      expectRefusal(await ada.post(`${path}/freeze`, body), 409, 'B', 'pay_run_blocked', { flags: [flag] });
    for (const acknowledge of [['session_open'], 'negative_gross', [7], ['negative_gross', 'no_price']]) {
      const wrong = await ada.post(`${path}/freeze`, { acknowledge });
      expect(wrongFields(wrong)).toEqual(['acknowledge']);
      expect(wrong.text).toContain('must be a list of negative_gross');
    }

    const frozen = await ada.post(`${path}/freeze`, { acknowledge: ['negative_gross'] });
    expect(frozen.status).toBe(200);
    const { frozenAt } = frozen.data;
    const acknowledged = [{ code: 'negative_gross', by: farm.idpId('ada'), at: frozenAt }];
    expect(frozen.data).toMatchObject({ status: 'frozen', flags: [flag], acknowledged, totals: run.totals });
    // A repeat changes nothing, and the audit trail tells that flags were acknowledged.
    for (const body of [undefined, { acknowledge: ['negative_gross'] }])
      expect((await ada.post(`${path}/freeze`, body)).data).toEqual(frozen.data);
    const { body } = await ada.get(`${PAY_RUNS}?statements=false`);
    expect(body.data.map((each: Json) => [each.payRunId, each.acknowledged, each.flagCount])).toEqual([
      [run.payRunId, acknowledged, 1],
      [paid.payRunId, [], 0],
    ]);
    const entries = await system.sql<{ changed: string[] }>(
      `SELECT changed FROM audit.entries WHERE act = 'pay_run.frozen' AND $1 = ANY(subjects)`,
      [run.payRunId],
    );
    expect(entries).toEqual([{ changed: expect.arrayContaining(['acknowledged', 'frozen_at']) }]);
  });

  it('is the only flag that can be acknowledged, and is kept only where it is', async () => {
    const crew = await Crew.start(await aPayingFarm(system, HOURLY));
    await crew.shift('hourly', 4);
    const run = await crew.run();
    const freeze = () =>
      crew.ada.post(`${PAY_RUNS}/${run.payRunId}/freeze`, { acknowledge: ['negative_gross'] });
    const flags = [expect.objectContaining({ code: 'session_open' })];
    expectRefusal(await freeze(), 409, 'B', 'pay_run_blocked', { flags });
    await crew.close();
    expect((await freeze()).data).toMatchObject({ status: 'frozen', flags: [], acknowledged: [] });
  });
});

describe('what a frozen run has paid', () => {
  it('is voided by admins alone: shifts', async () => {
    const { crew, shift, run } = await paidCrew();
    const { ana, ada } = crew;
    const refused = await ana.post(voidOf(shift), { reason: 'a mistake' });
    expectRefusal(refused, 403, 'B', 'paid_by_frozen_run', { payRunId: run.payRunId });
    const voided = await ada.post(voidOf(shift), { reason: 'a mistake' });
    expect(voided.data).toMatchObject({ shiftId: shift.shiftId, voided: true });
    expect((await ana.post(voidOf(shift))).data).toEqual(voided.data);
    // A shift of another day, and one that is still running, are not of the run.
    const tomorrow = await crew.shift('hourly', 1);
    await system.sql(`UPDATE workforce.shifts SET local_date = local_date - 30 WHERE shift_id = $1`, [
      tomorrow.shiftId,
    ]);
    expect((await ana.post(voidOf(tomorrow))).status).toBe(200);
    const running = await crew.shift('hourly', 1, { endedAt: null });
    const endedAt = new Date(Date.parse(running.startedAt) + 60_000).toISOString();
    expect((await ana.post(`/api/control/shifts/${running.shiftId}/end`, { endedAt })).status).toBe(200);
  });

  it('is voided by admins alone: records, also in sessions of others', async () => {
    const { crew, run } = await paidCrew();
    const { ana, ada, farm } = crew;
    // A phone that comes late opens a session in days that are paid.
    const { sessionId } = await farm.session(ana, { openedAt: crew.session.openedAt });
    const { recordId } = await crew.pick(5, { sessionId });
    const path = `${RECORDS}/${recordId}/void`;
    const refused = await ana.post(path);
    expectRefusal(refused, 403, 'B', 'paid_by_frozen_run', { payRunId: run.payRunId });
    expectRefusal(await farm.as('ben').post(path), 403, 'B', 'not_session_owner');
    const voided = await ada.post(path, { reason: 'weighed twice' });
    expect(voided.data).toMatchObject({ recordId, voided: true, units: -5 });
    for (const client of [ana, ada]) expect((await client.post(path)).data).toEqual(voided.data);
    expectRefusal(
      await ada.post(`${RECORDS}/${voided.data.counterRecordId}/void`),
      ...([409, 'B', 'record_is_void'] as const),
    );
  });

  it('and what none has paid is voided as ever', async () => {
    const crew = await Crew.start(await aPayingFarm(system, HOURLY));
    await crew.run(WEEK);
    const { recordId } = await crew.pick(5);
    expectRefusal(await crew.ada.post(`${RECORDS}/${recordId}/void`), 403, 'B', 'not_session_owner');
    expect((await crew.ana.post(`${RECORDS}/${recordId}/void`)).status).toBe(200);
    expect((await crew.ana.post(voidOf(await crew.shift('hourly', 1)))).status).toBe(200);
  });
});
