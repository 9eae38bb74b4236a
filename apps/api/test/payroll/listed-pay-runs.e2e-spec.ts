import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aPayingFarm, Crew, inDays, PAY_RUNS } from '@furrow/testbed/farms';
import { type Json, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

const MOST = 20;

let system: System;
beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

it('a list shows drafts as of their last calculation, without calculating', async () => {
  const crew = await Crew.start(await aPayingFarm(system, { hourlyRate: 12 }));
  const run = await crew.run();
  const listed = async () => (await crew.ada.get(PAY_RUNS)).body.data as Json[];
  const { statements: _, ...head } = run;
  const first = { ...head, flagCount: run.flags.length };
  expect(await listed()).toEqual([first]);

  await crew.shift('hourly', 4);
  expect(await listed()).toEqual([first]);
  const read = await crew.read(run);
  expect(read.totals).toMatchObject({ workers: 1, gross: 48 });
  expect(Date.parse(read.calculatedAt)).toBeGreaterThan(Date.parse(run.calculatedAt));
  expect(await listed()).toMatchObject([{ totals: read.totals, calculatedAt: read.calculatedAt }]);
  // An export is a calculation too; a statement of one worker is not one of the whole run.
  await crew.shift('hourly', 1);
  await crew.ada.get(`${PAY_RUNS}/${run.payRunId}/statements/${crew.worker.id}`);
  expect(await listed()).toMatchObject([{ totals: { gross: 48 } }]);
  await crew.ada.get(`${PAY_RUNS}/${run.payRunId}/export`);
  expect(await listed()).toMatchObject([{ totals: { gross: 60 } }]);
});

it('a draft that was never calculated has no figures in a list, and one that a policy cuts says so', async () => {
  const crew = await Crew.start(await aPayingFarm(system, {}));
  const run = await crew.run();
  const listed = async () => (await crew.ada.get(PAY_RUNS)).body.data[0];
  await system.sql('UPDATE payroll.runs SET calculated_at = NULL, listed = NULL WHERE pay_run_id = $1', [
    run.payRunId,
  ]);
  const none = { calculatedAt: null, currency: null, policy: null, flags: [], flagCount: null, totals: null };
  expect(await listed()).toMatchObject({ payRunId: run.payRunId, status: 'draft', ...none });

  await system.sql(
    `INSERT INTO payroll.policies (company_id, valid_from, minimum_wage_basis, rest_breaks, workweek_starts_on, fixed_bonus)
     SELECT company_id, $2, 'shift', 'none', 'monday', 'equal' FROM payroll.runs WHERE pay_run_id = $1`,
    [run.payRunId, inDays(2)],
  );
  const path = `${PAY_RUNS}/${run.payRunId}`;
  expectRefusal(await crew.ada.get(path), 422, 'B', 'pay_policy_changes', { cutAt: inDays(2) });
  expect(await listed()).toMatchObject({
    ...{ flags: [{ code: 'pay_policy_changes', day: inDays(2) }], flagCount: 1 },
    calculatedAt: expect.stringMatching(/Z$/),
  });
});

it('a company has at most 20 drafts', async () => {
  const farm = await aPayingFarm(system, {});
  const ada = farm.as('ada');
  const open = () => ada.post(PAY_RUNS, { from: inDays(0), to: inDays(61) });
  for (let drafts = 0; drafts < MOST - 1; drafts++) expect((await open()).status).toBe(201);
  const [won, lost] = (await Promise.all([open(), open()])).toSorted((a, b) => a.status - b.status);
  expect(won?.status).toBe(201);
  expectRefusal(lost!, 409, 'B', 'too_many_drafts', { limit: MOST });
  expect(lost?.body.message).toContain('20');
  expect((await ada.get(`${PAY_RUNS}?pageSize=1`)).body.meta.total).toBe(MOST);
  await ada.request('DELETE', `${PAY_RUNS}/${won?.data.payRunId}`);
  expect((await open()).status).toBe(201);
  const other = await aPayingFarm(system, {});
  expect((await other.as('ada').post(PAY_RUNS, { from: inDays(0), to: inDays(1) })).status).toBe(201);
});
