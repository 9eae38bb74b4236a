import { Agent, type ClientRequest, request } from 'node:http';

/** Generous for a busy machine; a longer wait counts as no answer. */
const TIMEOUT_MS = 120_000;
/** How long an event stream is read. */
const STREAM_MS = 1_500;

export interface Sending {
  readonly method: string;
  /** The raw path with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Json = Readonly<Record<string, unknown>>;

/** Sends requests to one host exactly as given. */
export class Client {
  readonly #agent: Agent;

  /**
   * @param timeoutMs after which a request counts as unanswered
   * @param maxSockets connections at once; more requests wait
   */
  constructor(
    readonly url: string,
    private readonly timeoutMs = TIMEOUT_MS,
    maxSockets = 32,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets });
  }

  /** @throws Error when there is no answer */
  async send(sending: Sending): Promise<Answer> {
    const { outgoing, answer } = this.#begin(sending);
    try {
      return await answer;
    } catch (error) {
      // The server closed the idle connection just as it was reused.
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!outgoing.reusedSocket || !['ECONNRESET', 'EPIPE'].includes(code)) throw error;
      return await this.#begin(sending).answer;
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #begin({ method, path, headers = {}, body }: Sending) {
    const { hostname, port } = new URL(this.url);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request({
      ...{ hostname, port, method, path, agent: this.#agent },
      headers: { ...length, ...headers },
    });
    const answer = answerTo(outgoing, this.timeoutMs);
    outgoing.end(body);
    return { outgoing, answer };
  }
}

/** Reads the whole answer; of an upgrade the head alone, and closes the connection. */
export function answerTo(outgoing: ClientRequest, timeoutMs = TIMEOUT_MS): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, path } = outgoing;
    const late = setTimeout(
      () => outgoing.destroy(new Error(`No answer to ${method} ${path} within ${timeoutMs / 1_000} s`)),
      timeoutMs,
    );
    const settle = (answer: Answer) => {
      clearTimeout(late);
      resolve(answer);
    };
    outgoing.on('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
    outgoing.on('upgrade', ({ statusCode = 0, headers }, socket) => {
      socket.destroy();
      settle({ status: statusCode, headers: new Headers(headers as Record<string, string>), text: '' });
    });
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      const end = () =>
        settle({
          status: response.statusCode ?? 0,
          headers: new Headers(response.headers as Record<string, string>),
          text: Buffer.concat(chunks).toString(),
        });
      response.on('end', end);
      if (response.headers['content-type']?.startsWith('text/event-stream') !== true) return;
      // A stream may last an hour; only its beginning is inspected.
      const enough = setTimeout(() => {
        end();
        response.off('error', reject).on('error', () => undefined);
        response.destroy();
      }, STREAM_MS);
      response.once('close', () => clearTimeout(enough));
    });
  });
}

export function asJson(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Sending {
  const type = body && { 'content-type': 'application/json' };
  return { method, path, headers: { ...type, ...headers }, ...(body && { body: JSON.stringify(body) }) };
}

/** @throws Error for an error status */
export function dataOf({ status, text }: Answer, what: string): Json {
  if (status >= 300) throw new Error(`${what} answered ${status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: Json }).data;
}
