import { FurrowError } from './furrow-error.ts';

/**
 * Returns a JWT from wherever the app stores it.
 * @param ask.fresh the previous one was refused with 401: get a new one from the identity provider
 */
export type GetToken = (ask: { readonly fresh: boolean }) => string | Promise<string>;

/** The caller's credential: a fixed token, a function that returns one, or an API key. */
export interface Credentials {
  /** A JWT or a scoped API token, sent as bearer. */
  readonly token?: string;
  readonly getToken?: GetToken;
  /** An API token or static key, sent as `x-api-key`: for weather, plant and irrigation. */
  readonly apiKey?: string;
}

/** Adds credentials to requests. A refused token is renewed once for all calls that wait for it. */
export class Authorization {
  #renewing: Promise<string> | undefined;

  constructor(private readonly credentials: Credentials) {}

  /** @param send sends the request to the server */
  async fetch(request: Request, send: (request: Request) => Promise<Response>): Promise<Response> {
    const { token, getToken, apiKey } = this.credentials;
    if (apiKey !== undefined) request.headers.set('x-api-key', apiKey);
    if (!getToken) return send(token === undefined ? request : withBearer(request, token));
    const again = request.clone();
    const response = await send(withBearer(request, await (this.#renewing ?? ask(getToken, false))));
    if (response.status !== 401) return response;
    // Several calls may have been refused at once: the first one renews the token, the others wait for it.
    this.#renewing ??= ask(getToken, true).finally(() => (this.#renewing = undefined));
    return send(withBearer(again, await this.#renewing));
  }
}

async function ask(getToken: GetToken, fresh: boolean): Promise<string> {
  try {
    return await getToken({ fresh });
  } catch (cause) {
    throw FurrowError.local('no_token', 'There is no token to send: getToken failed.', cause);
  }
}

function withBearer(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`);
  return request;
}
