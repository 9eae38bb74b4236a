import createClient from 'openapi-fetch';
import type { Answer, Furrow, Method } from './answer.ts';
import type { paths } from './generated/api.ts';
import { Authorization, type Credentials } from './credentials.ts';
import { FurrowError } from './furrow-error.ts';

const TIMEOUT_MS = 60_000;

export interface FurrowOptions extends Credentials {
  /** The address of the API, such as `https://farm.example`. */
  readonly baseUrl: string;
  /** After this time without a complete answer a call counts as unreachable; 60 s by default, 0 for none. */
  readonly timeoutMs?: number;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the platform's fetch. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

interface LooseInit {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | null;
}
/** The untyped form of all operations; the types of `Furrow` describe what each takes and answers. */
type LooseRequest = (method: Method, path: string, init: object) => Promise<LooseAnswer>;
interface LooseAnswer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** A typed client of the API at `baseUrl`. */
export function createFurrow(options: FurrowOptions): Furrow {
  const { baseUrl, headers = {}, timeoutMs = TIMEOUT_MS } = options;
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const authorization = new Authorization(options);
  const client = createClient<paths>({
    baseUrl,
    headers,
    fetch: (request) => authorization.fetch(request, send),
  });
  const request = client.request as unknown as LooseRequest;

  const call = async (method: Method, path: string, options: LooseInit = {}): Promise<Answer> => {
    const { timeoutMs: ownTimeoutMs, ...init } = options;
    const deadline = new CallDeadline(ownTimeoutMs ?? timeoutMs, init.signal);
    try {
      const { data, error, response } = await request(method, path, { ...init, signal: deadline.signal });
      if (response.ok) return { ok: true, body: data, response };
      return { ok: false, error: FurrowError.answered(response, error) };
    } catch (cause) {
      return { ok: false, error: deadline.reasonOf(cause) };
    } finally {
      deadline.end();
    }
  };
  const methods: Method[] = ['get', 'post', 'patch', 'head', 'put', 'delete'];
  const entries = methods.map((method) => [
    method.toUpperCase(),
    (path: string, init?: LooseInit) => call(method, path, init),
  ]);
  return Object.fromEntries(entries) as Furrow;
}

/** Aborts a call after its timeout, or when its caller aborts it. */
class CallDeadline {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #abort = () => this.#controller.abort();

  constructor(
    private readonly timeoutMs: number,
    private readonly caller: AbortSignal | null | undefined,
  ) {
    if (timeoutMs > 0) this.#timer = setTimeout(this.#abort, timeoutMs);
    if (caller?.aborted) this.#abort();
    caller?.addEventListener('abort', this.#abort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  reasonOf(cause: unknown): FurrowError {
    if (cause instanceof FurrowError) return cause as FurrowError;
    if (this.caller?.aborted) return FurrowError.local('aborted', 'The caller cancelled the call.', cause);
    if (cause instanceof SyntaxError)
      return FurrowError.local(
        'unreadable',
        'The response is not JSON; it may come from the login page of a network instead of the server.',
        cause,
      );
    const why = this.signal.aborted ? `within ${this.timeoutMs} ms` : 'at all';
    return FurrowError.local('unreachable', `The server did not respond ${why}.`, cause);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.caller?.removeEventListener('abort', this.#abort);
  }
}
