import { type components, createFurrow, type Furrow, type FurrowError } from '@furrow/client';
import { type Caller, hasEnded, isInactive, onBehalfOf } from '@furrow/web';

type SignedIn = components['schemas']['ConsoleSession'];

const TIMEOUT_MS = 20_000;
/** The page waits for this answer before it shows anything. */
const FIRST_TIMEOUT_MS = 4_000;

/** What the office said last. */
export type Standing =
  | 'unknown'
  /** It takes what the user sends. */
  | 'open'
  /** It does not answer. */
  | 'away'
  /** Somebody has to sign in before it takes anything. */
  | 'signed-out'
  /** The user may not send anything any more. */
  | 'inactive';

/** The API of the host that served this page; the browser sends the session cookie. */
export class Office {
  readonly #listeners = new Set<() => void>();
  readonly #client: Furrow;
  #caller: Caller | undefined;
  #standing: Standing = 'unknown';
  #answeredAt: number | undefined;

  constructor(baseUrl = location.origin) {
    this.#client = createFurrow({
      baseUrl,
      timeoutMs: TIMEOUT_MS,
      fetch: (request) => this.#fetch(request),
    });
  }

  get standing(): Standing {
    return this.#standing;
  }

  /** When it answered last; milliseconds since 1970. */
  get answeredAt(): number | undefined {
    return this.#answeredAt;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Who is signed in there; undefined if it does not say in time. */
  async whoIsThere(timeoutMs = FIRST_TIMEOUT_MS): Promise<SignedIn | undefined> {
    const answer = await this.#client.GET('/api/console/session', { timeoutMs });
    if (answer.ok) return answer.body.data;
    this.#heed(answer.error);
    return undefined;
  }

  /** The API for a user: it sends nothing once somebody else uses the phone. */
  callsOf(userId: string): Furrow {
    const caller: Caller = { userId };
    this.#caller = caller;
    this.#standing = 'unknown';
    const callers = {
      caller: () => this.#caller,
      heed: (_: Caller, error: FurrowError) => this.#heed(error),
    };
    return onBehalfOf(
      this.#client,
      {
        get caller() {
          return callers.caller();
        },
        heed: callers.heed,
      },
      userId,
    );
  }

  /** @returns where to go @throws FurrowError without an answer */
  async signOut(): Promise<string> {
    const answer = await this.#client.POST('/api/console/sign-out');
    if (!answer.ok) throw answer.error;
    const { next } = answer.body.data;
    // The address of the identity provider, or of the console.
    return next.startsWith('/') ? '/field/' : next;
  }

  async #fetch(request: Request): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(request);
    } catch (error) {
      this.#become('away');
      throw error;
    }
    // Another server may answer in its place, such as that of a hotel's network.
    if (!response.headers.has('x-request-id')) return response;
    this.#answeredAt = Date.now();
    if (response.ok) this.#become('open');
    else this.#tell();
    return response;
  }

  #heed(error: FurrowError): void {
    if (hasEnded(error)) this.#become('signed-out');
    else if (isInactive(error)) this.#become('inactive');
    else if (error.status === 0 || error.status >= 502) this.#become('away');
  }

  #become(standing: Standing): void {
    this.#standing = standing;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
