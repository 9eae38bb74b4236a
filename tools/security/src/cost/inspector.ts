import { setTimeout as sleep } from 'node:timers/promises';

const LISTENING = /Debugger listening on (ws:\S+)/;
const LISTENS_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 20;

/** A Node.js process started with `--inspect-port=0`, as its supervisor sees it. */
export interface Inspected {
  readonly pid: number;
  /** Its complete log output. */
  readonly wholeOutput: () => string;
}

type Message = Readonly<Record<string, unknown>> & { readonly id?: number };

/** A connection to the inspector of a Node.js process, over the Chrome DevTools Protocol. */
export class Inspector {
  readonly #waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >();
  #lastId = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Message));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The inspected process has gone'));
      this.#waiting.clear();
    });
  }

  /** @throws Error if the process does not open its inspector in time */
  static async attach(inspected: Inspected): Promise<Inspector> {
    const socket = new WebSocket(await openInspector(inspected));
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error('The inspector refuses the connection')));
    });
    return new Inspector(socket);
  }

  /** @throws Error when the inspector reports one, or when the process ends meanwhile */
  ask<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#lastId;
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ id, method, params }));
      else reject(new Error('The inspected process has gone'));
    });
  }

  /** @returns the value of a JavaScript expression in that process, awaited */
  async evaluate<Value>(expression: string): Promise<Value> {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.ask<{
      result: { value: Value };
      exceptionDetails?: object;
    }>('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(`The inspected process threw: ${JSON.stringify(exceptionDetails)}`);
    return result.value;
  }

  /** An open connection would delay the exit of the process. */
  close(): void {
    this.socket.close();
  }

  #take({ id, result, error }: Message): void {
    const waiting = this.#waiting.get(id ?? 0);
    this.#waiting.delete(id ?? 0);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(JSON.stringify(error)));
  }
}

/** Node.js opens its inspector on SIGUSR1 and logs its address. */
async function openInspector({ pid, wholeOutput }: Inspected): Promise<string> {
  const known = LISTENING.exec(wholeOutput())?.[1];
  if (known !== undefined) return known;
  process.kill(pid, 'SIGUSR1');
  for (const until = performance.now() + LISTENS_WITHIN_MS; performance.now() < until;) {
    const url = LISTENING.exec(wholeOutput())?.[1];
    if (url !== undefined) return url;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`Process ${pid} did not open its inspector within ${LISTENS_WITHIN_MS / 1_000} s`);
}
