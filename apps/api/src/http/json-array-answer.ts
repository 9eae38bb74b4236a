import { ClientGone } from '@furrow/http';
import type { Response } from 'express';

/**
 * `{ "status": "success", "data": [ … ], … }`, or with another name for the list, written item by item. Nothing is sent before the first batch, so that
 * what goes wrong until then is answered as any error; after that the connection breaks rather than end as if complete.
 */
export class JsonArrayAnswer {
  #begun = false;

  constructor(
    private readonly response: Response,
    private readonly list: 'data' | 'records' = 'data',
  ) {}

  /** Resolves when the client has room for more; rejects when it went away, as one that takes too long is made to. */
  async write(items: readonly string[]): Promise<void> {
    if (this.response.destroyed) throw new ClientGone();
    if (items.length === 0) return;
    this.response.cork();
    for (const item of items) {
      this.response.write(this.#begun ? ',' : this.#head());
      this.response.write(item);
    }
    this.response.uncork();
    if (this.response.writableNeedDrain) await this.#room();
  }

  /** @param members what stands behind the list */
  end(members: Record<string, unknown> = {}): void {
    const rest = Object.keys(members).length === 0 ? '}' : `,${JSON.stringify(members).slice(1)}`;
    this.response.end(`${this.#begun ? '' : this.#head()}]${rest}`);
  }

  #head(): string {
    this.#begun = true;
    this.response.status(200).type('application/json');
    return `{"status":"success","${this.list}":[`;
  }

  #room(): Promise<void> {
    const { response } = this;
    return new Promise((resolve, reject) => {
      const settle = () => {
        response.off('drain', settle).off('close', settle);
        if (response.destroyed) reject(new ClientGone());
        else resolve();
      };
      response.on('drain', settle).on('close', settle);
    });
  }
}
