import { expect, it } from '@jest/globals';
import { createFurrow, everyItem, FurrowError } from './index.ts';
import { refusal } from './testing/fake-farm.ts';

const IDS = Array.from({ length: 250 }, (_, i) => `session-${i}`);
const asked: string[] = [];

/** A list of sessions that answers `until` pages. */
const farmOf = (until = Infinity) =>
  createFurrow({
    baseUrl: 'https://farm.test',
    fetch: async ({ url }) => {
      const query = new URL(url).searchParams;
      asked.push(query.toString());
      const [page, pageSize] = [Number(query.get('page')), Number(query.get('pageSize'))];
      if (page > until) return refusal(503, 'overloaded');
      const data = IDS.slice((page - 1) * pageSize, page * pageSize).map((sessionId) => ({ sessionId }));
      const meta = { page, pageSize, total: IDS.length, totalPages: Math.ceil(IDS.length / pageSize) };
      return new Response(JSON.stringify({ status: 'success', data, meta }));
    },
  });

const sessionsOf = (furrow: ReturnType<typeof farmOf>) =>
  everyItem((query) =>
    furrow.GET('/api/control/production/sessions', { params: { query: { ...query, status: 'open' } } }),
  );

it('returns every item of every page, and fetches each page when it is needed', async () => {
  asked.length = 0;
  const seen: string[] = [];
  for await (const { sessionId } of sessionsOf(farmOf())) {
    seen.push(sessionId);
    expect(asked).toHaveLength(Math.ceil(seen.length / 100));
  }
  expect(seen).toEqual(IDS);
  expect(asked[2]).toBe('page=3&pageSize=100&status=open');
});

it('reports a page that fails, after the items of the earlier pages', async () => {
  const seen: string[] = [];
  const reading = (async () => {
    for await (const { sessionId } of sessionsOf(farmOf(2))) seen.push(sessionId);
  })();
  await expect(reading).rejects.toMatchObject({ code: 'overloaded' });
  await expect(reading).rejects.toBeInstanceOf(FurrowError);
  expect(seen).toHaveLength(200);
});
