import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aFarm, COMPANY_RECORDS, HARVEST, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';

const FEEDS = '/api/console/feeds';
const EVER = 'updatedSince=2000-01-01T00:00:00Z';

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;
let ada: Client;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('acme'));
  foreign = await system.provision(aFarm('rival'));
  ada = farm.as('ada');
  for (let i = 0; i < 3; i++) await farm.session(farm.as('ana'));
});
afterAll(() => system?.stop());

const feeds = async (client = ada): Promise<Json[]> => (await client.get(FEEDS)).data;
const feedOf = async (name: string) => (await feeds()).find((read) => read.name === name);
const page = async (query: string): Promise<Json> =>
  (await farm.program().get(`${HARVEST}?limit=1&${query}`)).body.meta;
const after = ({ nextCursor }: Json) => page(`cursor=${encodeURIComponent(nextCursor)}`);
/** What is shown once a read since then is written down. */
const readSince = (name: string, instant: number) =>
  until('the read is written down', async () => {
    const found = await feedOf(name);
    return found !== undefined && Date.parse(found.readAt) >= instant && found;
  });

describe('readers of change feeds', () => {
  it('are not shown before they follow one', async () => {
    const whole = 'startTime=2026-01-01&endTime=2026-01-02';
    expect((await farm.program().get(`${HARVEST}?${whole}`)).status).toBe(200);
    expect((await ada.get(`/api/console/harvest?${EVER}`)).status).toBe(200);
    const answer = await ada.get(FEEDS);
    expect([answer.status, answer.body]).toEqual([200, { status: 'success', data: [] }]);
  });

  it('are behind since the first page that left more, if they stop in the middle', async () => {
    // The feed waits for other transactions on this server.
    const whole = () => farm.program().get(`${HARVEST}?${EVER}`);
    await until('all sessions are in the feed', async () => (await whole()).data.length === 3);
    const before = Date.now();
    const first = await page(EVER);
    expect(first.hasMore).toBe(true);
    const { readAt } = await readSince('production', before);
    const again = Date.now();
    const second = await after(first);
    expect(second.hasMore).toBe(true);
    const shown = await readSince('production', again);
    expect(shown).toEqual({
      ...{ keyId: farm.ids.apiTokens['production']!.keyId, name: 'production', feed: 'harvest' },
      ...{ readAt: expect.any(String), behindSince: readAt, silent: false },
    });
    expect(Date.parse(shown.readAt)).toBeLessThanOrEqual(Date.now());

    const followed = Date.now();
    expect((await after(second)).hasMore).toBe(false);
    expect(await readSince('production', followed)).toMatchObject({ behindSince: null });
  });

  it('are shown for each feed, to admins of their company only, until their token is revoked', async () => {
    const since = Date.now();
    expect((await farm.program('phytosanitary').get(`${COMPANY_RECORDS}?${EVER}`)).status).toBe(200);
    expect(await readSince('phytosanitary', since)).toMatchObject({
      feed: 'company-records',
      behindSince: null,
    });
    expect((await feeds()).map(({ name, feed }) => [name, feed])).toEqual([
      ['phytosanitary', 'company-records'],
      ['production', 'harvest'],
    ]);
    expect(await feeds(foreign.as('ada'))).toEqual([]);
    for (const name of ['ana', 'gus']) {
      const refused = await farm.as(name).get(FEEDS);
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    }

    const { keyId } = farm.ids.apiTokens['phytosanitary']!;
    expect((await ada.post(`/api/control/tokens/${keyId}/revoke`)).status).toBe(200);
    expect((await feeds()).map(({ name }) => name)).toEqual(['production']);
  });
});
