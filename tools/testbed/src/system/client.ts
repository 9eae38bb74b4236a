import { describedFetch, expectDescribed } from '../described/index.ts';

/** For links in answers. */
export const fetch = describedFetch('api');

/** Nothing listens there, and fetch asks for it, unlike for port 1: for a phone the same as an API that was stopped. */
export const STOPPED_API = 'http://127.0.0.1:2';

/** Any JSON body; tests read it untyped. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if the body is not JSON. */
  readonly body: Json;
  /** The member `data`. */
  readonly data: Json;
}

export interface RequestOptions {
  readonly headers?: Record<string, string>;
  /** Sent unchanged, instead of a JSON body. */
  readonly raw?: string | Uint8Array;
}

/** A caller with a credential, or without. Every answer must conform to docs/openapi.json. */
export class Client {
  constructor(
    readonly url: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  static withBearer(url: string, credential: string): Client {
    return new Client(url, { authorization: `Bearer ${credential}` });
  }

  get(path: string, options?: RequestOptions): Promise<Answer> {
    return this.request('GET', path, undefined, options);
  }

  head(path: string, options?: RequestOptions): Promise<Answer> {
    return this.request('HEAD', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.request('POST', path, body, options);
  }

  patch(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.request('PATCH', path, body, options);
  }

  put(path: string, body?: unknown): Promise<Answer> {
    return this.request('PUT', path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.request('DELETE', path);
  }

  async request(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer> {
    const { raw = body === undefined ? undefined : JSON.stringify(body) } = options;
    const type = raw === undefined ? {} : { 'content-type': 'application/json' };
    const headers = new Headers({ ...type, ...this.headers, ...options.headers });
    const response = await globalThis.fetch(this.url + path, {
      ...{ method, headers },
      ...(raw !== undefined && { body: raw as string }),
    });
    const answer = answerOf(response.status, response.headers, await response.text());
    const contentType = headers.get('content-type') ?? undefined;
    expectDescribed('api', { ...answer, method, path, body: raw, contentType });
    return answer;
  }
}

export function answerOf(status: number, headers: Headers, text: string): Answer {
  const body = parsed(text);
  return { status, headers, text, body, data: body?.data };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
