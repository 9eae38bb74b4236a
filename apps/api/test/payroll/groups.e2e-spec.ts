import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPayingFarm, Crew, inDays, PAY_RUNS, TODAY, WEEK } from '@furrow/testbed/farms';
import { hoursAgo, type Json, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

const FARM = '/api/control/farm';
const WORKERS = '/api/control/workers';

let system: System;
beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

/** A crew whose group `h2a` earns 18 an hour and the others 12. */
async function aCrewWithGroups(): Promise<Crew> {
  const crew = await Crew.start(await aPayingFarm(system, { hourlyRate: 12 }));
  const [policy] = (await crew.ada.get(FARM)).data.payPolicies as Json[];
  const changed = await crew.ada.patch(FARM, {
    workerOptions: { group: ['h2a'] },
    payPolicies: [{ ...policy, group: 'h2a', hourlyRate: 18 }],
  });
  if (changed.status !== 200) throw new Error(changed.text);
  await crew.close();
  await crew.shift('hourly', 2);
  return crew;
}

const join = (crew: Crew, group: string | null, group_from?: string) =>
  crew.ada.patch(`${WORKERS}/${crew.worker.id}`, { group, ...(group_from && { group_from }) });

describe('a worker of a group', () => {
  it('is paid by its policy from the day of the group on, in drafts, and as frozen runs kept it', async () => {
    const crew = await aCrewWithGroups();
    expect((await crew.run()).statements).toMatchObject([{ gross: 24 }]);
    expect((await join(crew, 'h2a', TODAY)).data).toMatchObject({ group: 'h2a' });
    const run = await crew.run();
    expect(run).toMatchObject({ policy: { group: null }, groupPolicies: [{ group: 'h2a', hourlyRate: 18 }] });
    expect(run.statements).toMatchObject([{ gross: 36, group: 'h2a' }]);
    expect((await crew.freeze(run)).status).toBe(200);
    const statement = await crew.ada.get(`${PAY_RUNS}/${run.payRunId}/statements/${crew.worker.id}`);
    expect(statement.data.policy).toMatchObject({ group: 'h2a', hourlyRate: 18 });
    await join(crew, null, '2020-01-01');
    // Late data are paid by the group that the run has kept.
    await crew.shift('hourly', 1, { startedAt: hoursAgo(1) });
    const next = await crew.run({ from: inDays(7), to: inDays(13) });
    expect(next.statements).toMatchObject([{ gross: 18, lines: [{ payRunId: run.payRunId }] }]);
  });

  it('is paid in two runs where the group changes inside a workweek', async () => {
    const crew = await aCrewWithGroups();
    await join(crew, 'h2a', inDays(2));
    const over = await crew.ada.post(PAY_RUNS, WEEK);
    expectRefusal(over, 422, 'B', 'pay_policy_changes', { cutAt: inDays(2) });
    expect((await crew.run({ to: inDays(1) })).statements).toMatchObject([{ gross: 24 }]);
    // A workweek begins in a week.
    await join(crew, null, TODAY);
    await join(crew, 'h2a', inDays(7));
    expect((await crew.run({ to: inDays(13) })).statements).toMatchObject([{ gross: 24 }]);
  });

  it('must have one that the company offers, as policies, rates and project wages must', async () => {
    const crew = await aCrewWithGroups();
    const wrong = await join(crew, 'nobody', '2026-13-01');
    expect(wrong.body.details.map(({ field }: Json) => field)).toEqual(['group', 'group_from']);
    const farm = await crew.ada.patch(FARM, {
      payPolicies: [{ validFrom: '2026-01-01', group: 'nobody' }],
      payRates: [
        { validFrom: '2026-01-01', group: 'nobody', hourlyRate: 1 },
        { validFrom: '2026-01-01', worker: 'NOBODY', hourlyRate: 1 },
        { validFrom: '2026-01-01', hourlyRate: 1 },
      ],
      projectWages: [
        { validFrom: '2026-01-01', project: 'north', group: 'nobody' },
        { validFrom: '2026-01-01', project: 'nowhere' },
      ],
    });
    expect(farm.status).toBe(400);
    expect(farm.body.details.map(({ field }: Json) => field)).toEqual([
      ...['payPolicies[0].group', 'payRates[0].group', 'payRates[1].worker', 'payRates[2].worker'],
      'projectWages[1].project',
    ]);
  });

  it('has a rate of its own by code, which the farm file tells', async () => {
    const crew = await aCrewWithGroups();
    const { worker_id } = crew.worker;
    const rate = { validFrom: '2026-01-01', worker: worker_id, hourlyRate: 25 };
    expect((await crew.ada.patch(FARM, { payRates: [rate] })).status).toBe(200);
    expect((await crew.ada.get(FARM)).data.payRates).toEqual([{ ...rate, status: 'active' }]);
    expect((await crew.run()).statements).toMatchObject([{ gross: 50 }]);
  });
});
