import { ClientGone } from '@furrow/http';
import type { Response } from 'express';

/** How a long answer is written. */
export interface AnswerForm {
  /** Its media type, such as `text/csv; charset=utf-8`. */
  readonly type: string;
  /** What stands before its first item. */
  readonly head: string;
  /** What stands between two items. */
  readonly between: string;
  /** Saved under this name where somebody opens it in a browser. */
  readonly filename?: string;
  /** 200 where nothing is said. */
  readonly status?: number;
}

/**
 * An answer written item by item. Nothing is sent before the first batch, so that what goes wrong until then is
 * answered as any error; after that the connection breaks rather than end as if complete.
 */
export class StreamedAnswer {
  #begun = false;

  constructor(
    private readonly response: Response,
    private readonly form: AnswerForm,
  ) {}

  /** Resolves when the client has room for more; rejects when it went away, as one that takes too long is made to. */
  async write(items: readonly string[]): Promise<void> {
    if (this.response.destroyed) throw new ClientGone();
    if (items.length === 0) return;
    const { between } = this.form;
    const before = this.#begun ? between : this.#head();
    // Whole in one write. Of many under a cork, Node.js 24 may ask to wait for a drain that the socket never tells: the
    // response counts what was corked, and the socket only what the kernel did not take at once.
    const hasRoom = this.response.write(before + items.join(between));
    if (!hasRoom) await this.#room();
  }

  /** The same for what is no text. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    if (this.response.destroyed) throw new ClientGone();
    if (!this.#begun) this.response.write(this.#head());
    if (!this.response.write(bytes)) await this.#room();
  }

  /** @param tail what stands behind the last item */
  end(tail: string): void {
    this.response.end(`${this.#begun ? '' : this.#head()}${tail}`);
  }

  #head(): string {
    this.#begun = true;
    const { type, filename, head, status = 200 } = this.form;
    this.response.status(status).setHeader('Content-Type', type);
    if (filename !== undefined)
      this.response.setHeader('Content-Disposition', `attachment; filename="${filename}"`);
    return head;
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
