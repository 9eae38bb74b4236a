import http from 'node:http';
import https from 'node:https';
import type { SentRequest, WebhookSender } from '../../application/ports.ts';
import { type AllowedHosts, type Answer, Destination } from '../../domain/index.ts';
import type { AddressLookup } from './address-lookup.ts';
import { NoAnswer, reasonOf } from './reason-of.ts';

/** The time limit of an answer, including look-up, connection and TLS. */
const TIMEOUT_MS = 15_000;
/** This much of an answer is read, so that its connection can be reused; a longer one closes it. */
const READ_BYTES = 1_024;
const MAX_HEADER_BYTES = 8_192;
/** A receiver that sends more interim answers (1xx) than this before its answer is not waited for. */
const MAX_INTERIM = 10;
const AGENT = {
  keepAlive: true,
  keepAliveMsecs: 10_000,
  maxFreeSockets: 64,
  timeout: 30_000,
  scheduling: 'lifo',
} as const;

export interface SenderOptions {
  /** Milliseconds, 15,000 by default. */
  readonly timeoutMs?: number;
  /** Certificates of authorities in addition to the machine's. */
  readonly ca?: string;
}

/** Follows no redirects, keeps only the status of an answer, and connects only to allowed addresses. */
export class HttpWebhookSender implements WebhookSender {
  readonly #agents: { readonly 'http:': http.Agent; readonly 'https:': https.Agent };

  constructor(
    private readonly allowed: AllowedHosts,
    private readonly lookup: AddressLookup,
    private readonly options: SenderOptions = {},
  ) {
    const { ca } = options;
    this.#agents = {
      'http:': new http.Agent(AGENT),
      'https:': new https.Agent({ ...AGENT, ...(ca !== undefined && { ca }) }),
    };
  }

  async send(request: SentRequest, signal: AbortSignal): Promise<Answer> {
    const timeoutMs = this.options.timeoutMs ?? TIMEOUT_MS;
    const deadline = new Deadline(signal, timeoutMs);
    try {
      const destination = Destination.of(request.url, this.allowed);
      for (;;) {
        const answer = await this.#exchange(destination, request, deadline);
        // The receiver closed a kept connection just as it was reused: the attempt did not reach it.
        if (answer !== 'stale') return answer;
      }
    } catch (error) {
      const reason = signal.aborted ? 'cut off' : reasonOf(error, deadline.isOver ? timeoutMs : undefined);
      return { status: null, reason, duration: deadline.elapsedMs };
    } finally {
      deadline.lift();
    }
  }

  /** Closes kept connections. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /**
   * Ends when the connection is free or closed, so that an attempt never holds more than one, or by the deadline,
   * whatever the transport emits.
   */
  #exchange(
    destination: Destination,
    { headers, body }: SentRequest,
    deadline: Deadline,
  ): Promise<Answer | 'stale'> {
    deadline.signal.throwIfAborted();
    const { url } = destination;
    const protocol = url.protocol as 'http:' | 'https:';
    const { request } = protocol === 'https:' ? https : http;
    const sent = request(url, {
      method: 'POST',
      agent: this.#agents[protocol],
      headers: { ...headers, 'user-agent': 'Furrow-Webhooks/2', 'content-length': Buffer.byteLength(body) },
      lookup: this.lookup.for(destination, deadline.signal),
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    const settled = answerTo(sent, deadline);
    sent.end(body);
    return settled;
  }
}

function answerTo(sent: http.ClientRequest, deadline: Deadline): Promise<Answer | 'stale'> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | 'stale'>();
  let head: Answer | undefined;
  let interim = 0;
  const end = (error: unknown) => {
    if (head) resolve(head);
    else reject(error);
    sent.destroy();
    // A request that Node.js considers answered does not destroy its socket.
    sent.socket?.destroy();
  };
  const takeHead = ({ statusCode, headers }: http.IncomingMessage) => {
    const retryAfter = headers['retry-after'];
    head = { status: statusCode ?? null, reason: null, retryAfter, duration: deadline.elapsedMs };
  };
  const endByDeadline = () => end(deadline.signal.reason);
  deadline.signal.addEventListener('abort', endByDeadline);
  sent.on('information', () => {
    if (++interim > MAX_INTERIM) end(new NoAnswer('INTERIM'));
  });
  // Without a listener, Node.js emits neither a response nor an error for 101.
  sent.on('upgrade', (response) => {
    takeHead(response);
    end(undefined);
  });
  sent.on('response', (response) => {
    takeHead(response);
    drain(response);
  });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (!head && sent.reusedSocket && error.code === 'ECONNRESET') resolve('stale');
    else end(error);
  });
  sent.on('close', () => {
    deadline.signal.removeEventListener('abort', endByDeadline);
    if (head) resolve(head);
    else reject(new NoAnswer('CLOSED'));
  });
  return promise;
}

/**
 * Of one attempt. `AbortSignal.timeout` would stay alive for the whole time after an answer that took a millisecond.
 */
class Deadline {
  readonly #begun = performance.now();
  readonly #attempt = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #end = () => this.#attempt.abort();
  isOver = false;

  /** @param whole also aborts the attempt */
  constructor(
    private readonly whole: AbortSignal,
    milliseconds: number,
  ) {
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#end();
    }, milliseconds);
    whole.addEventListener('abort', this.#end);
    if (whole.aborted) this.#end();
  }

  get signal(): AbortSignal {
    return this.#attempt.signal;
  }

  get elapsedMs(): number {
    return Math.round(performance.now() - this.#begun);
  }

  lift(): void {
    clearTimeout(this.#timer);
    this.whole.removeEventListener('abort', this.#end);
  }
}

function drain(response: http.IncomingMessage): void {
  let left = READ_BYTES;
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) response.destroy();
  });
}
