const TIMEOUT_MS = 15_000;

interface Body {
  readonly data?: unknown;
  readonly code?: string;
  readonly error?: string;
  /** Beside the refusal of a second session: the one that is open. */
  readonly sessionId?: string;
}

export interface Answer extends Body {
  readonly status: number;
}

/** A supervisor's requests to the API. */
export class Phone {
  constructor(
    private readonly apiUrl: string,
    private readonly jwt: string,
  ) {}

  get(path: string): Promise<Answer | undefined> {
    return this.#send('GET', path);
  }

  post(path: string, body: object): Promise<Answer | undefined> {
    return this.#send('POST', path, body);
  }

  /** @returns undefined when no complete answer arrives */
  async #send(method: string, path: string, body?: object): Promise<Answer | undefined> {
    try {
      const response = await fetch(new URL(`/api/control/${path}`, this.apiUrl), {
        method,
        headers: { authorization: `Bearer ${this.jwt}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { ...((await response.json()) as Body), status: response.status };
    } catch {
      return undefined;
    }
  }
}
