import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aFarm,
  FROM_OWN_PAGE,
  AS_NAVIGATION,
  type Json,
  PROJECTS,
  type ProvisionedFarm,
  System,
  until,
  Visitor,
} from '../../api/test/harness/index.ts';

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
  const range = 'startTime=2026-01-01&endTime=2026-12-31';
  let ada: Visitor;
  let gus: Visitor;
  beforeAll(async () => {
    [ada, gus] = [await signedIn('ada'), await signedIn('gus')];
  });

  it.each([
    ['harvest', 'production'],
    ['phytosanitary/summary', 'phytosanitary'],
    ['phytosanitary/company-summary', 'phytosanitary'],
    ['phytosanitary/company-records', 'phytosanitary'],
  ])('answers %s as a program is answered', async (path, token) => {
    const asked = `${path}?${path === 'harvest' ? range : 'startTime=2026-01-01&endTime=2026-02-01'}`;
    const [forPerson, forProgram] = [
      await ada.get(`/api/console/${asked}`),
      await farm.reader(token).get(`/api/control/${asked}`),
    ];
    expect([forPerson.status, await forPerson.json()]).toEqual([200, forProgram.body]);
    // Endpoints that refuse in shape A do so with both kinds of credentials.
    const bad = path.replace(/$/, '?startTime=2026-02-01&endTime=2026-01-01');
    const refused = [
      await ada.get(`/api/console/${bad}`),
      await farm.reader(token).get(`/api/control/${bad}`),
    ];
    expect(await (refused[0] as Response).json()).toEqual((refused[1] as Json).body);
  });

  it('answers series and exports of them', async () => {
    const projectId = farm.ids.projects['north']!;
    const asked = new URLSearchParams({
      ...{ projectId, from: '2026-01-01T00:00', to: '2026-01-02T00:00', timezone: 'America/Santiago' },
    }).toString();
    for (const kind of ['weather', 'plant', 'irrigation']) {
      const answer = await gus.get(`/api/console/${kind}?${asked}`);
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'success', data: [] }]);
    }
    const csv = await gus.get(`/api/console/weather?${asked}&format=csv`);
    expect([csv.status, csv.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ]);
  });

  it('shows an admin all sessions, a supervisor their own, and an agronomist none', async () => {
    const open = async (name: string) => (await farm.session(farm.as(name)))['sessionId'] as string;
    const [anas, bens] = [await open('ana'), await open('ben')];
    const day = new Date().toISOString().slice(0, 10);
    const around = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    const asked = `/api/console/harvest?startTime=${around(-2)}&endTime=${around(2)}`;
    const followed = '/api/console/harvest?updatedSince=2026-01-01T00:00:00Z';
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
    const since = '/api/console/harvest?updatedSince=2026-01-01T00:00:00Z';
    const ana = await signedIn('ana');
    const cursorOf = async (who: Visitor) =>
      ((await (await who.get(since)).json()) as Json).meta.nextCursor as string;
    const follow = async (who: Visitor, cursor: string) =>
      (await who.get(`/api/console/harvest?cursor=${encodeURIComponent(cursor)}`)).status;
    expect(await follow(ana, await cursorOf(ana))).toBe(200);
    expect(await follow(ana, await cursorOf(ada))).toBe(400);
    expect(await follow(ada, await cursorOf(ana))).toBe(400);
  });

  it('tells of projects and sectors what a map needs', async () => {
    const { data } = (await (await gus.get('/api/console/projects')).json()) as Json;
    const listed = (await farm.as('gus').get(PROJECTS)).data as Json[];
    expect(data.map(({ projectId }: Json) => projectId)).toEqual(listed.map(({ projectId }) => projectId));
    expect(data[0]).toMatchObject({ timezone: expect.stringMatching(/\//) });
    expect(data[0].sectors[0]).toMatchObject({ crop: 'Cherry', variety: 'Lapins', boundary: null });
  });

  it('tells of alerts, and admins of deliveries, what control endpoints tell', async () => {
    const frost = { name: 'Frost', kind: 'threshold', project: 'north', metric: 'te', below: 0, for: '10m' };
    expect((await farm.as('ada').request('PUT', '/api/control/alerts/frost', frost)).status).toBe(200);
    const alerts = farm.as('gus').get('/api/control/alerts');
    expect(await (await gus.get('/api/console/alerts')).json()).toEqual((await alerts).body);
    expect((await gus.get('/api/console/alerts/frost')).status).toBe(200);
    const hook = await farm
      .as('ada')
      .post('/api/control/webhooks', { url: 'https://hooks.invalid/', events: ['session.opened'] });
    const deliveries = `/api/console/webhooks/${hook.data.webhookId}/deliveries`;
    expect(await (await ada.get(deliveries)).json()).toMatchObject({ status: 'success', data: [] });
    expect((await gus.get(deliveries)).status).toBe(403);
  });

  it('tells admins and agronomists of devices', async () => {
    expect((await ada.get('/api/console/devices')).status).toBe(200);
    expect((await gus.get('/api/console/devices')).status).toBe(200);
    expect((await (await signedIn('ana')).get('/api/console/devices')).status).toBe(403);
    expect((await gus.get('/api/console/devices/activity')).status).toBe(200);
    expect((await (await signedIn('ana')).get('/api/console/devices/activity')).status).toBe(403);
  });

  it('lets no token in', async () => {
    const { headers } = farm.reader() as unknown as { headers: Record<string, string> };
    expect(await codeOf(await new Visitor(system.url).get(`/api/console/harvest?${range}`, headers))).toEqual(
      [401, 'invalid_token'],
    );
  });
});
