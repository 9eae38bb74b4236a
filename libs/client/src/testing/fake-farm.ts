import { createFurrow, type Furrow, type FurrowOptions } from '../index.ts';

/** What may happen to a call on the network. */
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
const WORKERS = '/api/control/workers';
const FORM_RECORD = '/api/control/forms/record';
const SHIFTS = '/api/control/shifts';
const TREATMENTS = '/api/control/treatments';

/** A farm behind an unreliable network, which answers as the real one does. */
export class FakeFarm {
  /** One for each of the next calls; later calls succeed. */
  faults: Fault[] = [];
  /** The records, by clientEventId. */
  readonly made = new Map<string, Json>();
  readonly sessions = new Map<string, { sessionId: string; sectorId: unknown; times: number }>();
  /** Bodies of the bulk calls that arrived. */
  readonly calls: Json[][] = [];
  readonly authorizations: (string | null)[] = [];
  /** Sessions of these sectors are refused. */
  readonly unknownSectors = new Set<string>();
  /** Whether a sector allows only one open session. */
  isBacklogged = false;
  /** Worker ids, by name. */
  readonly workers = new Map<string, { id: string; photo: unknown }>();
  readonly unknownPositions = new Set<string>();
  /** Counter-movements, by record. */
  readonly voided = new Map<string, { counterRecordId: string; times: number }>();
  readonly closed = new Map<string, { finalNotes: unknown; by: 'user' | 'system' }>();
  /** Form records, by clientRecordId. */
  readonly forms = new Map<string, { record: Json; media: string[] }>();
  /** Shifts and treatments, by clientEventId. */
  readonly shifts = new Map<string, Json>();
  readonly treatments = new Map<string, Json>();
  /** The number of bodies with form records that arrived. */
  uploads = 0;

  client(options: Partial<FurrowOptions> = {}): Furrow {
    const getToken = ({ fresh }: { fresh: boolean }) => (fresh ? 'fresh' : 'old');
    const fetch = (request: Request) => this.#answer(request);
    return createFurrow({ baseUrl: 'http://farm.test', getToken, fetch, ...options });
  }

  async #answer(request: Request): Promise<Response> {
    const fault = this.faults.shift() ?? 'none';
    const body = await bodyOf(request);
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
    if (path === WORKERS) return this.#register(body);
    if (path === FORM_RECORD) return this.#submit(body);
    if (/\/forms\/[^/]+\/records$/.test(path)) return this.#listForms();
    if (path === TREATMENTS) return this.#treat(body);
    if (path === `${SHIFTS}/bulk`) return this.#addShifts(body['shifts'] as Json[], everyOther);
    const [, shiftId] = /\/shifts\/([^/]+)\/end$/.exec(path) ?? [];
    if (shiftId !== undefined) return this.#endShift(shiftId, body);
    const [, recordId] = /\/records\/([^/]+)\/void$/.exec(path) ?? [];
    if (recordId !== undefined) return this.#void(recordId);
    const [, sessionId] = /\/sessions\/([^/]+)\/close$/.exec(path) ?? [];
    if (sessionId !== undefined) return this.#close(sessionId, body);
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
    const open = [...this.sessions.values()].find(
      (other) => other.sectorId === sectorId && !this.closed.has(other.sessionId),
    );
    if (!known && this.isBacklogged && open)
      return refusal(409, 'session_already_open', {}, { sessionId: open.sessionId });
    const session = known ?? { sessionId: `server-${localId as string}`, sectorId, times: 0 };
    session.times++;
    this.sessions.set(localId as string, session);
    return json(known ? 200 : 201, { status: 'success', data: { sessionId: session.sessionId } });
  }

  #register({ first_name, last_name, position, photo }: Json): Response {
    if (this.unknownPositions.has(position as string)) return refusal(400, 'validation_failed');
    const name = `${String(first_name)} ${String(last_name)}`;
    const known = this.workers.get(name);
    const worker = known ?? { id: `w-${this.workers.size}`, photo };
    this.workers.set(name, worker);
    return json(known ? 200 : 201, { status: 'success', data: { id: worker.id } });
  }

  #knowsWorker(id: unknown): boolean {
    return id === 'luis' || [...this.workers.values()].some((worker) => worker.id === id);
  }

  #void(recordId: string): Response {
    const record = this.made.get(recordId.replace(/^r-/, ''));
    if (!record) return refusal(404, 'record_not_found');
    const known = this.voided.get(recordId);
    if (!known && this.closed.has(record['sessionId'] as string)) return refusal(409, 'session_not_open');
    const counter = known ?? { counterRecordId: `c-${recordId}`, times: 0 };
    counter.times++;
    this.voided.set(recordId, counter);
    return json(200, { status: 'success', data: { recordId, voided: true, ...counter } });
  }

  #close(sessionId: string, { finalNotes }: Json): Response {
    const known = this.closed.get(sessionId);
    if (known) return refusal(409, 'session_not_open', {}, { closedBy: known.by });
    this.closed.set(sessionId, { finalNotes, by: 'user' });
    return json(200, { status: 'success', data: { sessionId, status: 'closed' } });
  }

  #addShifts(shifts: readonly Json[], everyOther: boolean): Response {
    const results = shifts.map((shift, index) => {
      const clientEventId = shift['clientEventId'] as string;
      if (everyOther && index % 2 === 1) return { index, clientEventId, status: 503, code: 'overloaded' };
      if (!this.#knowsWorker(shift['workerId']))
        return { index, clientEventId, status: 404, code: 'worker_not_found', message: 'no' };
      const isKnown = this.shifts.has(clientEventId);
      if (!isKnown) this.shifts.set(clientEventId, shift);
      return { index, clientEventId, status: isKnown ? 200 : 201, shiftId: `s-${clientEventId}` };
    });
    return json(207, { status: 'success', data: { results, summary: {} } });
  }

  #endShift(shiftId: string, { endedAt }: Json): Response {
    const shift = this.shifts.get(shiftId.replace(/^s-/, ''));
    if (!shift) return refusal(404, 'shift_not_found');
    if (shift['endedAt'] !== undefined && shift['endedAt'] !== endedAt) return refusal(409, 'shift_ended');
    shift['endedAt'] = endedAt;
    return json(200, { status: 'success', data: { shiftId } });
  }

  #treat(treatment: Json): Response {
    const key = treatment['clientEventId'] as string;
    const known = this.treatments.has(key);
    if (!known) this.treatments.set(key, treatment);
    return json(known ? 200 : 201, { status: 'success', data: { treatmentId: `t-${key}` } });
  }

  #submit({ media, ...record }: Json): Response {
    this.uploads++;
    const key = record['clientRecordId'] as string;
    const sent = { record, media: media as string[] };
    const known = this.forms.get(key);
    if (known && JSON.stringify(known) !== JSON.stringify(sent))
      return refusal(422, 'idempotency_key_reused');
    this.forms.set(key, sent);
    return json(known ? 200 : 201, { status: 'success', data: { recordId: `f-${key}` } });
  }

  #listForms(): Response {
    const data = [...this.forms.values()].map(({ record }) => ({
      recordId: `f-${record['clientRecordId'] as string}`,
      ...record,
    }));
    return json(200, { status: 'success', data, meta: {} });
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
    if (!this.#knowsWorker(record['workerId']))
      return { status: 404, code: 'worker_not_found', message: 'no' };
    if (this.closed.has(record['sessionId'] as string))
      return { status: 409, code: 'session_not_open', message: 'closed' };
    if (record['notes'] === 'tomorrow')
      return { status: 422, code: 'recorded_in_future', message: 'too early' };
    this.made.set(key, record);
    return { status: 201, recordId: `r-${key}` };
  }
}

/** JSON, or the record of a multipart body with its files as `field:base64`. */
async function bodyOf(request: Request): Promise<Json> {
  if (request.method === 'GET') return {};
  if (!request.headers.get('content-type')?.startsWith('multipart/')) return (await request.json()) as Json;
  // oxlint-disable-next-line typescript/no-deprecated -- there is a parser for servers, and this is none
  const form = await request.formData();
  const files = [...form.entries()].flatMap(([field, value]) =>
    typeof value === 'string' ? [] : [{ field, value }],
  );
  const media = files.map(
    async ({ field, value }) => `${field}:${Buffer.from(await value.arrayBuffer()).toString('base64')}`,
  );
  return { ...(JSON.parse(form.get('record') as string) as Json), media: await Promise.all(media) };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'request-1', ...headers } });

export const refusal = (status: number, code: string, headers: Record<string, string> = {}, more = {}) =>
  json(status, { status: 'error', message: `${code}.`, error: code, code, ...more }, headers);
