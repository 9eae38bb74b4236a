import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPayingFarm, Crew, inDays } from '@furrow/testbed/farms';
import { hoursAgo, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const PREVIEW = '/api/control/farm/pay-preview';
const FARM = '/api/control/farm';

let system: System;
let crew: Crew;
/** Two hours of yesterday or the day before; the workweek of the policy begins today. */
beforeAll(async () => {
  system = await System.shared();
  crew = await Crew.start(await aPayingFarm(system, { hourlyRate: 10 }));
  await crew.shift('hourly', 2, { startedAt: hoursAgo(30) });
  await crew.shift('hourly', 1);
});
afterAll(() => system?.stop());

describe('the preview of a pay policy', () => {
  it('is what last week would have cost by it, though it begins later', async () => {
    const { version } = (await crew.ada.patch(`${FARM}?dryRun=true`, { qualities: [] })).data;
    const { workweekStartsOn } = (await crew.ada.get(FARM)).data.payPolicies[0];
    const policy = { validFrom: inDays(30), hourlyRate: 15, workweekStartsOn };
    const answer = await crew.ada.post(PREVIEW, { payPolicies: [policy] });
    expect([answer.status, answer.data]).toEqual([
      200,
      {
        ...{ from: expect.any(String), to: expect.any(String), currency: 'USD' },
        before: { workers: 1, hours: 2, units: 0, gross: 20 },
        after: { workers: 1, hours: 2, units: 0, gross: 30 },
      },
    ]);
    // Nothing was written.
    expect((await crew.ada.patch(`${FARM}?dryRun=true`, { qualities: [] })).data.version).toBe(version);
  });

  it('is refused for what no policy may say, by its place, and to other roles', async () => {
    const wrong = async (payPolicies: unknown) => wrongFields(await crew.ada.post(PREVIEW, { payPolicies }));
    expect(await wrong([{ validFrom: inDays(1), hourlyRate: -1 }])).toEqual(['payPolicies[0].hourlyRate']);
    expect(await wrong([{ validFrom: inDays(1), tiers: 7 }])).toEqual(['payPolicies[0].tiers']);
    for (const none of ['all', null]) expect(await wrong(none)).toEqual(['payPolicies']);
    expect(wrongFields(await crew.ada.post(PREVIEW, { payPolicies: [], payRates: [] }))).toEqual([
      'payRates',
    ]);
    const policy = { validFrom: inDays(1) };
    expect(await wrong([policy, policy])).toEqual(['payPolicies[1].validFrom']);
    expectRefusal(await crew.ana.post(PREVIEW, { payPolicies: [policy] }), 403, 'B', 'forbidden');
  });
});
