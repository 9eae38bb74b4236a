import { createFurrow, type Furrow, type FurrowOptions } from '../index.ts';

/** What may happen to a call on its way. */
export const FAULTS = [
  'none',
  'request_lost',
  'answer_lost',
  'answer_cut',
  'overloaded',
  'rate_limited',
  'gateway_timeout',
  'token_expired',
  'hotel_page',
  'half_done',
  'results_missing',
  'too_large',
] as const;
export type Fault = (typeof FAULTS)[number];

type Json = Record<string, unknown>;

const SESSIONS = '/api/control/production/sessions';
const BULK = '/api/control/production/records/bulk';

/** A farm as a phone sees it, over a way on which anything may happen; it answers as the real one does. */
export class FakeFarm {
  /** One for each of the next calls; then all goes well. */
  faults: Fault[] = [];
  /** The records, by clientEventId. */
  readonly made = new Map<string, Json>();
  readonly sessions = new Map<string, { sessionId: string; times: number }>();
  /** Bodies of the bulk calls that arrived. */
  readonly calls: Json[][] = [];
  readonly authorizations: (string | null)[] = [];
  /** Sessions of these sectors are refused. */
  readonly unknownSectors = new Set<string>();

  client(options: Partial<FurrowOptions> = {}): Furrow {
    const getToken = ({ fresh }: { fresh: boolean }) => (fresh ? 'fresh' : 'old');
    const fetch = (request: Request) => this.#answer(request);
    return createFurrow({ baseUrl: 'http://farm.test', getToken, fetch, ...options });
  }

  async #answer(request: Request): Promise<Response> {
    const fault = this.faults.shift() ?? 'none';
    const body = (await request.json()) as Json;
    this.authorizations.push(request.headers.get('authorization'));
    const handle = (each = false) => this.#handle(new URL(request.url).pathname, body, each);
    switch (fault) {
      case 'none':
        return handle();
      case 'request_lost':
        throw new TypeError('fetch failed');
      case 'answer_lost':
        handle();
        throw new TypeError('fetch failed');
      case 'answer_cut':
        return new Response((await handle().text()).slice(0, -5), { status: 207 });
      case 'overloaded':
        return refusal(503, 'overloaded', { 'retry-after': '2' });
      case 'rate_limited':
        return refusal(429, 'rate_limited', { 'retry-after': new Date(Date.now() + 30_000).toUTCString() });
      case 'gateway_timeout':
        handle();
        return new Response('<h1>Gateway timeout</h1>', { status: 504 });
      case 'token_expired':
        return refusal(401, 'token_expired');
      case 'hotel_page':
        return new Response('<h1>Welcome to our Wi-Fi</h1>');
      case 'half_done':
        return handle(true);
      case 'results_missing':
        handle();
        return json(207, { status: 'success', data: { results: [], summary: {} } });
      case 'too_large':
        return Array.isArray(body['records']) && body['records'].length > 1
          ? new Response('too large', { status: 413 })
          : handle();
    }
  }

  #handle(path: string, body: Json, everyOther: boolean): Response {
    if (path === SESSIONS) return this.#open(body);
    if (path !== BULK) return refusal(404, 'route_not_found');
    const records = body['records'] as Json[];
    this.calls.push(records);
    const results = records.map((record, index) => ({
      ...{ index, clientEventId: record['clientEventId'] },
      ...(everyOther && index % 2 === 1 ? { status: 503, code: 'overloaded' } : this.#add(record)),
    }));
    return json(207, { status: 'success', data: { results, summary: {} } });
  }

  #open({ localId, sectorId }: Json): Response {
    if (this.unknownSectors.has(sectorId as string)) return refusal(404, 'sector_not_found');
    const known = this.sessions.get(localId as string);
    const session = known ?? { sessionId: `server-${localId as string}`, times: 0 };
    session.times++;
    this.sessions.set(localId as string, session);
    return json(known ? 200 : 201, { status: 'success', data: { sessionId: session.sessionId } });
  }

  #add(record: Json): Json {
    const key = record['clientEventId'] as string;
    const known = this.made.get(key);
    if (known) {
      const isSame = JSON.stringify(known) === JSON.stringify(record);
      return isSame ? { status: 200, recordId: `r-${key}` } : { status: 422, code: 'idempotency_key_reused' };
    }
    if ((record['units'] as number) <= 0)
      return { status: 400, code: 'validation_failed', message: 'units must be > 0' };
    if (record['notes'] === 'tomorrow')
      return { status: 422, code: 'recorded_in_future', message: 'too early' };
    this.made.set(key, record);
    return { status: 201, recordId: `r-${key}` };
  }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'request-1', ...headers } });

export const refusal = (status: number, code: string, headers: Record<string, string> = {}, more = {}) =>
  json(status, { status: 'error', message: `${code}.`, error: code, code, ...more }, headers);
