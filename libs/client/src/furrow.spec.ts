import { describe, expect, it } from '@jest/globals';
import { createFurrow, FurrowError, type FurrowOptions } from './index.ts';
import { refusal } from './testing/fake-farm.ts';

const SESSION = '/api/control/production/sessions/{sessionId}';
const projects = () => new Response(JSON.stringify({ status: 'success', data: [] }));

function farm(answer: (request: Request, calls: number) => Response | Promise<Response>) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => answer(request, requests.push(request));
  const client = (options: Partial<FurrowOptions> = {}) =>
    createFurrow({ baseUrl: 'https://farm.test/', fetch, ...options });
  return { client, requests };
}

describe('a call', () => {
  it('returns the body as the API describes it', async () => {
    const { client, requests } = farm(projects);
    const answer = await client({ token: 'jwt', headers: { 'x-app': 'crew' } }).GET('/api/control/projects');
    expect(answer).toMatchObject({ ok: true, body: { status: 'success', data: [] } });
    const [{ url, headers }] = requests as [Request];
    expect(url).toBe('https://farm.test/api/control/projects');
    expect([headers.get('authorization'), headers.get('x-app')]).toEqual(['Bearer jwt', 'crew']);
  });

  it('sends an API key if there is one', async () => {
    const { client, requests } = farm(projects);
    await client({ apiKey: 'key.secret' }).GET('/api/control/projects');
    expect(requests[0]!.headers.get('x-api-key')).toBe('key.secret');
    expect(requests[0]!.headers.has('authorization')).toBe(false);
  });

  it('returns a refusal as a value', async () => {
    const facts = { serverTime: '2026-03-02T10:00:00.000Z' };
    const details = [{ field: 'units', message: 'must be > 0' }];
    const { client } = farm(() =>
      refusal(429, 'rate_limited', { 'retry-after': '7' }, { ...facts, details }),
    );
    const answer = await client().GET(SESSION, { params: { path: { sessionId: 's1' } } });
    expect(answer.ok).toBe(false);
    expect(answer.error).toBeInstanceOf(FurrowError);
    expect(answer.error).toMatchObject({
      ...{ code: 'rate_limited', status: 429, requestId: 'request-1', message: 'rate_limited.' },
      ...{ details, retryAfterMs: 7_000, facts },
    });
    // The compiler knows the codes of an operation.
    const code: 'session_not_found' | 'not_session_owner' | 'rate_limited' = 'rate_limited';
    expect(answer.error?.code === code).toBe(true);
    // @ts-expect-error this operation knows no such code
    expect(answer.error?.code === 'worker_not_found').toBe(false);
  });

  it.each([
    ['no answer', () => Promise.reject(new TypeError('fetch failed')), 'unreachable', 0],
    ['a page of a hotel’s Wi-Fi', () => new Response('<h1>Welcome</h1>'), 'unreadable', 0],
    ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'http_502', 502],
    ['JSON of somebody else', () => new Response('{"error":7}', { status: 404 }), 'http_404', 404],
  ])('distinguishes %s from responses of Furrow', async (_, answer, code, status) => {
    const { error } = await farm(answer).client().GET('/api/control/projects');
    expect(error).toMatchObject({ code, status, details: [], facts: {} });
  });

  it('interprets a response without a body by its status', async () => {
    const { client } = farm(() => new Response(null, { status: 404 }));
    const query = { clientEventId: 'event-1' };
    const answer = await client().HEAD('/api/control/production/records/check-idempotency', {
      params: { query },
    });
    expect(answer.error?.code).toBe('http_404');
  });

  const never = ({ signal }: Request) =>
    new Promise<Response>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('aborted'))),
    );

  it('ends after its timeout', async () => {
    const { error } = await farm(never).client({ timeoutMs: 20 }).GET('/api/control/projects');
    expect(error).toMatchObject({ code: 'unreachable', message: 'The server did not respond within 20 ms.' });
  });

  it('ends when its caller aborts it', async () => {
    const controller = new AbortController();
    const answer = farm(never).client().GET('/api/control/projects', { signal: controller.signal });
    controller.abort();
    expect((await answer).error?.code).toBe('aborted');
  });
});

describe('a token that is refused', () => {
  const takes = (good: string) => (request: Request) =>
    request.headers.get('authorization') === `Bearer ${good}` ? projects() : refusal(401, 'token_expired');

  it('is renewed once, for all calls that wait for it', async () => {
    const asked: boolean[] = [];
    const { client, requests } = farm(takes('new'));
    const furrow = client({
      getToken: ({ fresh }) => {
        asked.push(fresh);
        return fresh ? 'new' : 'old';
      },
    });
    const answers = await Promise.all([1, 2, 3].map(() => furrow.GET('/api/control/projects')));
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(requests).toHaveLength(6);
    expect(asked.filter((fresh) => fresh)).toHaveLength(1);
  });

  it('sends the same body again', async () => {
    const bodies: string[] = [];
    const { client } = farm(async (request, calls) => {
      bodies.push(await request.text());
      return calls === 1 ? refusal(401, 'token_expired') : refusal(409, 'session_not_open');
    });
    const answer = await client({ getToken: () => 'jwt' }).POST(
      '/api/control/production/sessions/{sessionId}/close',
      { params: { path: { sessionId: 's1' } }, body: { finalNotes: 'done' } },
    );
    expect(answer.error?.code).toBe('session_not_open');
    expect(bodies).toEqual(['{"finalNotes":"done"}', '{"finalNotes":"done"}']);
  });

  it('that is refused again is reported', async () => {
    const { client, requests } = farm(takes('another'));
    const { error } = await client({ getToken: () => 'old' }).GET('/api/control/projects');
    expect(error).toMatchObject({ code: 'token_expired', status: 401 });
    expect(requests).toHaveLength(2);
  });

  it('cannot be renewed if it is fixed', async () => {
    const { client, requests } = farm(takes('another'));
    await client({ token: 'old' }).GET('/api/control/projects');
    expect(requests).toHaveLength(1);
  });

  it('that cannot be obtained is reported', async () => {
    const cause = new Error('signed out');
    const { client, requests } = farm(projects);
    const answer = await client({ getToken: () => Promise.reject(cause) }).GET('/api/control/projects');
    expect(answer.error).toMatchObject({ code: 'no_token', cause });
    expect(requests).toHaveLength(0);
  });
});
