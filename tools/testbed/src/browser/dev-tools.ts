import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

type Listener = (method: string, params: Record<string, unknown>) => void;

/** A client of the DevTools protocol, which Chromium and the inspector of Node.js speak. */
export class DevTools {
  readonly #waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  /** By session, which is one tab's. */
  readonly #listeners = new Map<string, Listener>();
  #sent = 0;
  #isOver = false;

  private constructor(
    private readonly write: (message: string) => void,
    readonly close: () => void,
  ) {}

  /** Chromium's, through the pipe of its process. */
  static ofPipe(process: ChildProcess): DevTools {
    const pipe = process.stdio[3] as Writable;
    const tools = new DevTools(
      (message) => pipe.write(`${message}\0`),
      () => pipe.end(),
    );
    let unread = '';
    (process.stdio[4] as Readable).setEncoding('utf8').on('data', (text: string) => {
      const messages = (unread + text).split('\0');
      unread = messages.pop() ?? '';
      for (const message of messages) tools.#take(JSON.parse(message) as Message);
    });
    process.once('exit', () => tools.#end());
    return tools;
  }

  /** Those of a Node.js process. */
  static async at(url: string): Promise<DevTools> {
    const socket = new WebSocket(url);
    const tools = new DevTools(
      (message) => socket.send(message),
      () => socket.close(),
    );
    socket.addEventListener('message', ({ data }) => tools.#take(JSON.parse(String(data)) as Message));
    socket.addEventListener('close', () => tools.#end());
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error(`${url} refuses the connection`)));
    });
    return tools;
  }

  /** @param session none for what concerns the whole program @throws Error when the program ends meanwhile */
  send<T = object>(method: string, params: object = {}, session?: string): Promise<T> {
    const id = ++this.#sent;
    const message = { id, method, params, ...(session !== undefined && { sessionId: session }) };
    return new Promise<T>((resolve, reject) => {
      if (this.#isOver) throw new Error('The program has ended');
      this.#waiting.set(id, { resolve, reject });
      this.write(JSON.stringify(message));
    });
  }

  /** The value of a JavaScript expression, awaited, as JSON carries it. */
  async evaluate<T>(expression: string, session?: string): Promise<T> {
    const { result, exceptionDetails } = await this.send<{
      result: { value: T };
      exceptionDetails?: { exception?: { description?: string } };
    }>('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }, session);
    if (exceptionDetails)
      throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? 'failed'}`);
    return result.value;
  }

  listen(session: string, listener: Listener): void {
    this.#listeners.set(session, listener);
  }

  #end(): void {
    this.#isOver = true;
    for (const { reject } of this.#waiting.values()) reject(new Error('The program has ended'));
    this.#waiting.clear();
  }

  #take({ id, method, sessionId, params = {}, result, error }: Message): void {
    if (id !== undefined) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result as never);
    } else if (method !== undefined && sessionId !== undefined) {
      this.#listeners.get(sessionId)?.(method, params);
    }
  }
}
