import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aFarm, PROJECTS, type ProvisionedFarm } from '@furrow/testbed/farms';
import { FROM_OWN_PAGE, AS_NAVIGATION, type Json, System, Visitor } from '@furrow/testbed/system';

let system: System;
let farm: ProvisionedFarm;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('acme'));
});
afterAll(() => system?.stop());

const codeOf = async (response: Response) => [response.status, ((await response.json()) as Json).code];

async function signedIn(name: string): Promise<Visitor> {
  const who = new Visitor(system.url);
  const chosen = `/api/console/sign-in?user=${encodeURIComponent(farm.idpId(name))}`;
  expect((await who.post(chosen, { ...FROM_OWN_PAGE, ...AS_NAVIGATION })).status).toBe(303);
  return who;
}

describe('what the console reads', () => {
  let ada: Visitor;
  let gus: Visitor;
  beforeAll(async () => {
    [ada, gus] = [await signedIn('ada'), await signedIn('gus')];
  });

  it('shows an admin all sessions, a supervisor their own, and an agronomist none', async () => {
    const open = async (name: string) => (await farm.session(farm.as(name)))['sessionId'] as string;
    const [anas, bens] = [await open('ana'), await open('ben')];
    const day = new Date().toISOString().slice(0, 10);
    const around = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    const asked = `/api/control/harvest?startTime=${around(-2)}&endTime=${around(2)}`;
    const followed = '/api/control/harvest?updatedSince=2026-01-01T00:00:00Z';
    for (const path of [asked, followed]) {
      const seenBy = async (who: Visitor) => {
        const { data } = (await (await who.get(path)).json()) as Json;
        return data.map(({ sessionId }: Json) => sessionId as string).sort() as string[];
      };
      // The feed waits for other transactions on this server.
      await until('both are told', async () => (await seenBy(ada)).length >= 2);
      expect(await seenBy(ada)).toEqual([anas, bens].sort());
      expect(await seenBy(await signedIn('ana'))).toEqual([anas]);
      expect(await seenBy(await signedIn('ben'))).toEqual([bens]);
      expect(await codeOf(await gus.get(path))).toEqual([403, 'forbidden']);
    }
  });

  it('gives no cursor of somebody’s own sessions to others, nor the other way round', async () => {
    const since = '/api/control/harvest?updatedSince=2026-01-01T00:00:00Z';
    const ana = await signedIn('ana');
    const cursorOf = async (who: Visitor) =>
      ((await (await who.get(since)).json()) as Json).meta.nextCursor as string;
    const follow = async (who: Visitor, cursor: string) =>
      (await who.get(`/api/control/harvest?cursor=${encodeURIComponent(cursor)}`)).status;
    expect(await follow(ana, await cursorOf(ana))).toBe(200);
    expect(await follow(ana, await cursorOf(ada))).toBe(400);
    expect(await follow(ada, await cursorOf(ana))).toBe(400);
  });

  it('tells of projects and sectors what a map needs', async () => {
    const { data } = (await (await gus.get('/api/console/projects')).json()) as Json;
    const listed = (await farm.as('gus').get(PROJECTS)).data as Json[];
    expect(data.map(({ projectId }: Json) => projectId)).toEqual(listed.map(({ projectId }) => projectId));
    const seasons = { growth: '01-01', rest: '11-01' };
    expect(data[0]).toMatchObject({ timezone: expect.stringMatching(/\//), seasons });
    expect(data[0].sectors[0]).toMatchObject({ crop: 'Cherry', variety: 'Lapins', boundary: null });
  });

  it('tells admins and agronomists of the activity of devices', async () => {
    expect((await gus.get('/api/console/devices/activity')).status).toBe(200);
    expect((await (await signedIn('ana')).get('/api/console/devices/activity')).status).toBe(403);
  });
});
