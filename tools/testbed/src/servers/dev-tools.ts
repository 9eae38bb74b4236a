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

/** Chromium's DevTools protocol through the pipe of a process. */
export class DevTools {
  readonly #waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  /** By session, which is one tab's. */
  readonly #listeners = new Map<string, Listener>();
  #unread = '';
  #sent = 0;

  constructor(private readonly process: ChildProcess) {
    const answers = process.stdio[4] as Readable;
    answers.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    process.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Chromium ended'));
    });
  }

  /** @param session none for what concerns the whole browser */
  send<T = object>(method: string, params: object = {}, session?: string): Promise<T> {
    const id = ++this.#sent;
    const message = { id, method, params, ...(session !== undefined && { sessionId: session }) };
    (this.process.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
    return new Promise<T>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  listen(session: string, listener: Listener): void {
    this.#listeners.set(session, listener);
  }

  #read(text: string): void {
    const messages = (this.#unread + text).split('\0');
    this.#unread = messages.pop() ?? '';
    for (const message of messages) this.#take(JSON.parse(message) as Message);
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
