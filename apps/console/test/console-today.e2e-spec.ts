import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aFarm, BULK, PROJECTS, type ProvisionedFarm, RECORDS } from '@furrow/testbed/farms';
import { hoursAgo, type Json, System } from '@furrow/testbed/system';

const PACE = '/api/console/harvest/pace';
const TREATMENTS = '/api/control/treatments';

let system: System;
let farm: ProvisionedFarm;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('acme'));
});
afterAll(() => system?.stop());

describe('the pace of the harvest', () => {
  const hoursOf = async (name: string): Promise<Json[]> => {
    const { data } = await farm.as(name).get(PACE);
    return data.map(({ hours }: Json) => hours);
  };

  it('is what was recorded hour by hour, and a day before, without voided records', async () => {
    const ana = farm.as('ana');
    const session = await farm.session(ana);
    const worker = await farm.worker(ana);
    const picked = [
      ...[0.5, 0.75, 1.5, 11.5, 12.5].map((hours, i) => ({ hours, units: 0.1 + i })),
      ...[24.5, 35.5, 23.5, 36.5].map((hours, i) => ({ hours, units: 100 + i })),
      { hours: 0.25, units: 7 },
    ];
    const records = picked.map(({ units }) => farm.recordBody(session.sessionId, worker.id, { units }));
    const { data } = await ana.post(BULK, { records });
    // A session takes only records of its own hours, which may begin at any time of the day.
    for (const [i, { hours }] of picked.entries())
      await system.sql('UPDATE production.records SET recorded_at = $2 WHERE record_id = $1', [
        data.results[i].recordId,
        hoursAgo(hours),
      ]);
    expect((await ana.post(`${RECORDS}/${data.results.at(-1).recordId}/void`, {})).status).toBe(200);

    const [hours] = await hoursOf('ana');
    expect(hours).toHaveLength(12);
    const told = hours.map(({ units, dayBefore }: Json) => [units, dayBefore]);
    const nothing = Array.from({ length: 9 }, () => [0, 0]);
    expect(told).toEqual([[3.1, 101], ...nothing, [2.1, 0], [1.2, 100]]);
    expect(Date.now() - Date.parse(hours.at(-1).endsAt)).toBeLessThan(60_000);
    expect(Date.parse(hours[1].endsAt) - Date.parse(hours[0].endsAt)).toBe(3_600_000);
  });

  it('is of the company for an admin, and of their own sessions for a supervisor', async () => {
    expect(await hoursOf('ada')).toHaveLength(1);
    expect(await hoursOf('ben')).toEqual([]);
    expect((await farm.as('gus').get(PACE)).status).toBe(403);
  });
});

describe('treatments that still close a sector', () => {
  it('are those that are not voided and not over at the instant', async () => {
    const gus = farm.as('gus');
    const [projectId, sectorId] = [farm.ids.projects['north'], Object.values(farm.ids.sectors)[0]];
    const treat = async (product: string, over: object) => {
      const body = {
        ...{ clientEventId: product, projectId, sectorIds: [sectorId], product, dose: 1, doseUnit: 'kg/ha' },
        ...{ startedAt: hoursAgo(72), preHarvestDays: 0, ...over },
      };
      return (await gus.post(TREATMENTS, body)).data;
    };
    await treat('Over', {});
    await treat('Harvest', { preHarvestDays: 30 });
    await treat('Entry', { reentryHours: 96 });
    const { treatmentId } = await treat('Voided', { preHarvestDays: 30 });
    await gus.post(`${TREATMENTS}/${treatmentId}/void`, {});
    const closing = async (at: string): Promise<string[]> => {
      const { data } = await gus.get(`${TREATMENTS}?closingAt=${encodeURIComponent(at)}`);
      return data.map(({ product }: Json) => product).sort();
    };
    expect(await closing(hoursAgo(0))).toEqual(['Entry', 'Harvest']);
    expect(await closing(hoursAgo(-48))).toEqual(['Harvest']);
    expect((await gus.get(`${TREATMENTS}?closingAt=tomorrow`)).status).toBe(400);
  });
});

describe('the project with the most recent data', () => {
  it('is told by the opening of the latest session', async () => {
    const session = await farm.session(farm.as('ben'));
    const { data } = await farm.as('gus').get('/api/console/projects');
    const latest = data.find(({ projectId }: Json) => projectId === session.projectId);
    expect(latest.lastDataAt).toBe(session.openedAt);
    // Programs and phones get what they always got.
    expect((await farm.as('gus').get(PROJECTS)).data[0]).not.toHaveProperty('lastDataAt');
  });
});

describe('how to sign in', () => {
  it('is by choosing one of the active users, where development keys are used', async () => {
    const { body } = await system.stranger.get('/api/console/sign-in/options');
    expect(body.data).toMatchObject({ way: 'chooser', more: expect.any(Boolean) });
    const ana = { idpId: farm.idpId('ana'), role: 'supervisor', companyName: expect.any(String) };
    expect(body.data.candidates).toContainEqual(expect.objectContaining(ana));
  });
});
