import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPayingFarm, Crew, inDays, SESSIONS, TODAY } from '@furrow/testbed/farms';
import { hoursAgo, type Json, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

const SHIFTS = '/api/control/shifts';
const HOURLY = { hourlyRate: 10 };

let system: System;
beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

const onDay = (run: Json, code: string) => (run.flags as Json[]).filter((flag) => flag.code === code);

describe('the days of a frozen run', () => {
  it('bring their flags into the run that corrects them, so that late hours are not paid twice', async () => {
    const crew = await Crew.start(await aPayingFarm(system, HOURLY));
    await crew.close();
    await crew.shift('hourly', 2);
    const run = await crew.run();
    expect((await crew.freeze(run)).status).toBe(200);
    // Another phone sends the same two hours.
    const twice = await crew.shift('hourly', 2);
    const next = await crew.run({ from: inDays(7), to: inDays(13) });
    const overlap = { code: 'shift_overlap', workerId: crew.worker.id, day: TODAY, payRunId: run.payRunId };
    expect(onDay(next, 'shift_overlap')).toEqual([
      expect.objectContaining(overlap),
      expect.objectContaining({ ...overlap, shiftId: twice.shiftId }),
    ]);
    const blocked = await crew.freeze(next);
    expectRefusal(blocked, 409, 'B', 'pay_run_blocked', { flags: onDay(next, 'shift_overlap') });
    await crew.ada.post(`${SHIFTS}/${twice.shiftId}/void`, { reason: 'sent by two phones' });
    expect((await crew.freeze(next)).data).toMatchObject({ flags: [], statements: [] });
  });

  it('tell of a session that came late without a price, which the office corrects', async () => {
    const crew = await Crew.start(await aPayingFarm(system, HOURLY));
    await crew.close();
    const run = await crew.run();
    expect((await crew.freeze(run)).status).toBe(200);
    const late = await crew.farm.session(crew.ana, { openedAt: crew.session.openedAt });
    await system.sql('UPDATE production.sessions SET price_per_unit = NULL WHERE session_id = $1', [
      late.sessionId,
    ]);
    await crew.pick(5, { sessionId: late.sessionId });
    await crew.ana.post(`${SESSIONS}/${late.sessionId}/close`);
    const next = await crew.run({ from: inDays(7), to: inDays(13) });
    const flag = { code: 'no_price', sessionId: late.sessionId, day: TODAY, payRunId: run.payRunId };
    expect(onDay(next, 'no_price')).toEqual([flag]);
    expect((await crew.freeze(next)).status).toBe(409);
    const correction = { pricePerUnit: 3, reason: 'as agreed' };
    expect((await crew.ada.post(`${SESSIONS}/${late.sessionId}/correct`, correction)).status).toBe(200);
    const frozen = await crew.freeze(next);
    expect(frozen.data.statements).toMatchObject([{ gross: 15, lines: [{ payRunId: run.payRunId }] }]);
  });

  it('are told when they are too old to be corrected', async () => {
    const crew = await Crew.start(await aPayingFarm(system, HOURLY));
    await crew.close();
    const run = await crew.run({ from: TODAY, to: TODAY });
    await crew.freeze(run);
    await crew.shift('hourly', 2);
    const [soon, later] = [
      await crew.run({ from: inDays(92), to: inDays(92) }),
      await crew.run({ from: inDays(93), to: inDays(93) }),
    ];
    expect(soon.statements).toHaveLength(1);
    expect([soon.flags, later.statements]).toEqual([[], []]);
    expect(later.flags).toEqual([{ code: 'too_old_to_correct', payRunId: run.payRunId }]);
    expect((await crew.freeze(later)).status).toBe(200);
  });
});

describe('missing hours', () => {
  it('are not told where an hourly shift of the night before covers the units', async () => {
    const policy = { minimumWage: { amount: 1, per: 'hour' } };
    const crew = await Crew.start(await aPayingFarm(system, policy));
    await crew.pick(5, { recordedAt: hoursAgo(2) });
    await crew.close();
    const run = await crew.run();
    expect(onDay(run, 'hours_missing')).toHaveLength(1);
    const { shiftId } = await crew.shift('hourly', 2);
    // Begun yesterday, as shifts of a night are.
    await system.sql('UPDATE workforce.shifts SET local_date = $2 WHERE shift_id = $1', [
      shiftId,
      inDays(-1),
    ]);
    const { flags } = await crew.read(run);
    expect((flags as Json[]).map(({ code }) => code)).toEqual(['outside_shift']);
  });
});

describe('a run of a project', () => {
  it('tells of hours of the same week in another project', async () => {
    const crew = await Crew.start(await aPayingFarm(system, HOURLY));
    await crew.close();
    const { projectId } = crew.session;
    await crew.shift('hourly', 1);
    const alone = await crew.run({ projectId });
    expect(alone.flags).toEqual([]);
    const shift = await crew.shift('hourly', 1, { startedAt: hoursAgo(1.5) });
    const { elsewhere } = await anotherProject(crew);
    await system.sql('UPDATE workforce.shifts SET project_id = $2 WHERE shift_id = $1', [
      shift.shiftId,
      elsewhere,
    ]);
    const told = { code: 'hours_elsewhere', workerId: crew.worker.id, day: TODAY };
    expect((await crew.read(alone)).flags).toEqual([told]);
    expect((await crew.run()).flags).toEqual([]);
  });

  it('tells, in both projects, of units in one that hours in the other earn', async () => {
    const policy = { minimumWage: { amount: 10, per: 'hour' }, minimumWageBasis: 'workweek', overtime: null };
    const crew = await Crew.start(await aPayingFarm(system, policy));
    await crew.pick(30, { recordedAt: hoursAgo(2) });
    await crew.close();
    const { projectId } = crew.session;
    const { shiftId } = await crew.shift('piece', 2);
    const { elsewhere } = await anotherProject(crew);
    await system.sql('UPDATE workforce.shifts SET project_id = $2 WHERE shift_id = $1', [shiftId, elsewhere]);
    const runs = [await crew.run({ projectId }), await crew.run({ projectId: elsewhere }), await crew.run()];
    // Both projects together pay what the pieces exceed as a top-up.
    expect(runs.map(({ totals }) => totals.gross)).toEqual([30, 20, 30]);
    const told = { code: 'hours_elsewhere', workerId: crew.worker.id, day: TODAY };
    expect(runs.map(({ flags }) => flags)).toEqual([[told], [told], []]);
  });
});

describe('amounts', () => {
  it.each([
    ['CLP', 34, 1],
    ['KWD', 33.75, 1.125],
  ])('have the decimals of %s', async (currency, gross, hour) => {
    const policy = { hourlyRate: 1.125, overtime: null };
    const crew = await Crew.start(await aPayingFarm(system, policy, currency), { pricePerUnit: 1.125 });
    await crew.pick(29);
    await crew.close();
    await crew.shift('hourly', 1);
    const { sessionId } = crew.session;
    const [shown, listed] = [
      await crew.ana.get(`${SESSIONS}/${sessionId}`),
      await crew.ana.get(`${SESSIONS}?pageSize=1`),
    ];
    const told = [shown.data, listed.data[0]].map(({ totals }) => totals.amount);
    expect(told).toEqual(currency === 'CLP' ? [33, 33] : [32.625, 32.625]);
    const [statement] = (await crew.run()).statements as Json[];
    const amounts = (statement.lines as Json[]).map(({ kind, amount }) => [kind, amount]);
    expect(amounts).toEqual([
      ['piece', currency === 'CLP' ? 33 : 32.625],
      ['hourly', hour],
    ]);
    expect(statement.gross).toBe(gross);
  });
});

it('a shift that ends more than five minutes ahead is refused, at once and when it is ended', async () => {
  const crew = await Crew.start(await aPayingFarm(system, HOURLY));
  const endedAt = hoursAgo(-1);
  const body = { workerId: crew.worker.id, projectId: crew.session.projectId, kind: 'hourly' };
  const asked = { ...body, startedAt: hoursAgo(1), endedAt, clientEventId: crew.farm.event() };
  expectRefusal(await crew.ana.post(SHIFTS, asked), 422, 'B', 'ends_in_future', {
    serverTime: expect.any(String),
  });
  const running = await crew.shift('hourly', 1, { endedAt: null });
  const ending = await crew.ana.post(`${SHIFTS}/${running.shiftId}/end`, { endedAt });
  expectRefusal(ending, 422, 'B', 'ends_in_future', { serverTime: expect.any(String) });
});

/** Made by SQL, because a shift may not be moved. */
async function anotherProject({ session }: Crew): Promise<{ elsewhere: string }> {
  const [row] = await system.sql(
    `INSERT INTO agronomy.projects SELECT (jsonb_populate_record(p, jsonb_build_object('project_id', gen_random_uuid(), 'key', 'other'))).*
       FROM agronomy.projects p WHERE project_id = $1 RETURNING project_id AS elsewhere`,
    [session.projectId],
  );
  return row as { elsewhere: string };
}
