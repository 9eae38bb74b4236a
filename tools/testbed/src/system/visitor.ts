import { fetch as described } from './client.ts';

/** The header that browsers add to requests of the host’s own pages. */
export const FROM_OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
export const AS_NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** A browser that keeps cookies and follows no redirects by itself. */
export class Visitor {
  /** By host and name. */
  readonly #jar = new Map<string, Map<string, string>>();

  constructor(readonly url: string) {}

  get(address: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.request('GET', address, headers);
  }

  post(
    address: string,
    headers: Record<string, string> = FROM_OWN_PAGE,
    body?: URLSearchParams | string,
  ): Promise<Response> {
    return this.request('POST', address, headers, body);
  }

  /** @param address of another host, or a path of the API, whose answer must conform to docs/openapi.json */
  async request(
    method: string,
    address: string,
    headers: Record<string, string>,
    body?: URLSearchParams | string,
  ): Promise<Response> {
    const url = new URL(address, this.url);
    const cookies = this.cookies(url.host);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const isOfApi = url.href.startsWith(`${this.url}/api/`);
    const response = await (isOfApi ? described : fetch)(url, {
      ...{ method, redirect: 'manual' },
      ...(body !== undefined && { body }),
      headers: { ...(cookie && { cookie }), ...headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  cookies(host = new URL(this.url).host): Map<string, string> {
    const known = this.#jar.get(host) ?? new Map<string, string>();
    this.#jar.set(host, known);
    return known;
  }
}
