import { once } from 'node:events';
import type { Response } from 'express';
import { ClientGone } from './client-gone.ts';

const PATIENCE_MS = 30_000;

/**
 * `{ "status": "success", "data": [ … ], … }` written item by item. Nothing is sent before the first batch, so that
 * what goes wrong until then is answered as any error; after that the connection breaks rather than end as if complete.
 */
export class JsonArrayAnswer {
  #begun = false;

  constructor(private readonly response: Response) {}

  /** Resolves when the client has room for more; rejects when it went away, or takes nothing for too long. */
  async write(items: readonly string[]): Promise<void> {
    if (this.response.destroyed) throw new ClientGone();
    if (items.length === 0) return;
    const text = (this.#begun ? ',' : this.#head()) + items.join(',');
    if (this.response.write(text)) return;
    const patience = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), this.#closed()]);
    await once(this.response, 'drain', { signal: patience }).catch(() => {
      throw new ClientGone();
    });
  }

  end(members: Record<string, unknown>): void {
    const rest = JSON.stringify(members).slice(1);
    this.response.end(`${this.#begun ? '' : this.#head()}],${rest}`);
  }

  #head(): string {
    this.#begun = true;
    this.response.status(200).type('application/json');
    return '{"status":"success","data":[';
  }

  #closed(): AbortSignal {
    const controller = new AbortController();
    this.response.once('close', () => controller.abort());
    return controller.signal;
  }
}
