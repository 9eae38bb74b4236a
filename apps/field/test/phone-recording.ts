import { createFurrow, type Entry, type Furrow, type MemoryStore } from '@furrow/client';
import { inParts } from '@furrow/testbed/farms';
import { fetch } from '@furrow/testbed/system';

interface KeptFile {
  readonly field: string;
  readonly type: string;
  readonly base64: string;
}

/** A request of a phone, with names in place of what differs from farm to farm. */
interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** Of a body in parts. */
  readonly files?: readonly KeptFile[];
  readonly status: number;
  /** The results of a bulk call. */
  readonly results?: readonly number[];
}

/** What a version of the app stored on a phone, and how it sent that. */
export interface PhoneRecording {
  /** Without what only this test needs, the file that the app hands over (`furrow-outbox-*.json`). */
  readonly outbox: {
    readonly format: 'furrow-outbox';
    readonly version: 1;
    readonly userId: string;
    readonly entries: readonly Entry[];
    readonly media: readonly { readonly entryId: string; readonly files: readonly KeptFile[] }[];
  };
  readonly requests: readonly SentRequest[];
}

/** The ids of a farm, by the names that recordings have for them. */
export type Names = Readonly<Record<string, string>>;

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const NOW = '{{now}}';

/** Records what a client sends. */
export class PhoneRecorder {
  readonly requests: SentRequest[] = [];
  readonly #known: Map<string, string>;
  readonly #began = new Date(Date.now() - 1_000).toISOString();

  constructor(names: Names) {
    this.#known = new Map(Object.entries(names).map(([name, id]) => [id, `{{${name}}}`]));
  }

  client(baseUrl: string, token: string): Furrow {
    return createFurrow({ baseUrl, token, fetch: (request) => this.#send(request) });
  }

  /** The same with names in place of ids, and with one instant for all of today's. */
  named<Value>(value: Value): Value {
    let text = JSON.stringify(value);
    for (const [id, name] of this.#known) text = text.replaceAll(id, name);
    return JSON.parse(text.replaceAll(INSTANT, (at) => (at >= this.#began ? NOW : at))) as Value;
  }

  async #send(request: Request): Promise<Response> {
    const [copy, { pathname, search }] = [request.clone(), new URL(request.url)];
    const body = new Uint8Array(await request.arrayBuffer());
    const headers = Object.fromEntries(request.headers);
    const response = await fetch(request.url, {
      method: request.method,
      headers,
      ...(body.length > 0 && { body }),
    });
    const answer = (await response.clone().json()) as { data?: { results?: { status: number }[] } };
    const results = answer.data?.results?.map(({ status }) => status);
    const sent = { method: request.method, path: pathname + search, ...(await contentOf(copy)) };
    const index = this.requests.length;
    this.requests.push({ ...this.named(sent), status: response.status, ...(results && { results }) });
    for (const [at, id] of idsIn(answer)) if (!this.#known.has(id)) this.#known.set(id, `{{${index}:${at}}}`);
    return response;
  }
}

async function contentOf(request: Request): Promise<Pick<SentRequest, 'body' | 'files'>> {
  if (!request.headers.get('content-type')?.startsWith('multipart/')) {
    const text = await request.text();
    return { body: text === '' ? null : JSON.parse(text) };
  }
  // oxlint-disable-next-line typescript/no-deprecated -- there is a parser for servers, and this is none
  const form = await request.formData();
  const files: KeptFile[] = [];
  for (const [field, part] of form)
    if (typeof part !== 'string')
      files.push({
        field,
        type: part.type,
        base64: Buffer.from(await part.arrayBuffer()).toString('base64'),
      });
  return { body: JSON.parse(form.get('record') as string), files };
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Where ids stand in an answer. */
function idsIn(value: unknown, at = ''): [at: string, id: string][] {
  if (typeof value === 'string') return ID.test(value) ? [[at, value]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => idsIn(each, at === '' ? key : `${at}.${key}`));
}

/** A recording as of another farm and of now. */
export function asOf<Value>(value: Value, names: Names, now: string): Value {
  let text = JSON.stringify(value).replaceAll(NOW, now);
  for (const [name, id] of Object.entries(names)) text = text.replaceAll(`{{${name}}}`, id);
  return JSON.parse(text) as Value;
}

/** Sends the requests of a recording. @returns the answers that differ from those that were recorded, in words */
export async function replayed(
  requests: readonly SentRequest[],
  url: string,
  token: string,
): Promise<string[]> {
  const answers: unknown[] = [];
  const valueAt = (_: string, index: string, at: string) =>
    String(
      at
        .split('.')
        .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], answers[Number(index)]),
    );
  const wrong: string[] = [];
  for (const { method, path, body, files, status, results } of requests) {
    const filled = JSON.stringify({ path, body }).replaceAll(/\{\{(\d+):([^}]+)\}\}/g, valueAt);
    const sent = JSON.parse(filled) as { path: string; body: unknown };
    const parts = files && (await inParts(sent.body, ...files.map(fileOf)));
    const response = await fetch(url + sent.path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(parts?.headers ?? { 'content-type': 'application/json' }),
      },
      body: (parts?.raw as Uint8Array<ArrayBuffer> | undefined) ?? JSON.stringify(sent.body),
    });
    const answer = (await response.json()) as { data?: { results?: { status: number }[] } };
    answers.push(answer);
    const statuses = answer.data?.results?.map((one) => one.status);
    if (response.status !== status || statuses?.join() !== results?.join())
      wrong.push(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  }
  return wrong;
}

const fileOf = ({ field, base64 }: KeptFile): [string, Buffer] => [field, Buffer.from(base64, 'base64')];

/** What an outbox contains, as the app hands it over. */
export async function outboxOf(store: MemoryStore): Promise<Omit<PhoneRecording['outbox'], 'userId'>> {
  const entries = await store.load();
  const media = await Promise.all(
    entries.map(async ({ id: entryId }) => ({
      entryId,
      files: (await store.media(entryId)).map(({ field, type, bytes }) => ({
        ...{ field, type, base64: Buffer.from(bytes).toString('base64') },
      })),
    })),
  );
  return {
    format: 'furrow-outbox',
    version: 1,
    entries,
    media: media.filter(({ files }) => files.length > 0),
  };
}

export async function putInto(
  store: MemoryStore,
  { entries, media }: PhoneRecording['outbox'],
): Promise<void> {
  const files = media.map(({ entryId, files: of }) => ({
    entryId,
    media: of.map(({ field, type, base64 }) => ({
      field,
      type,
      bytes: new Uint8Array(Buffer.from(base64, 'base64')),
    })),
  }));
  await store.put(entries, files);
}
