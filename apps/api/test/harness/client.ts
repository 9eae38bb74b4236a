import { describedFetch, expectDescribed } from '@furrow/http/testing';

/** For links that answers hold. */
export const fetch = describedFetch('api');

/** Whatever a body holds; it is read as it comes. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where the body is no JSON. */
  readonly body: Json;
  /** What `data` holds. */
  readonly data: Json;
}

export interface RequestOptions {
  readonly headers?: Record<string, string>;
  /** Sent as it is, instead of a body in JSON. */
  readonly raw?: string | Uint8Array;
}

/** One caller with a credential, or nobody. Whatever it is answered must be as docs/openapi.json says. */
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
