import { ClientGone } from '@furrow/http';
import type { Response } from 'express';

/** The format of a long answer. */
export interface AnswerForm {
  /** Its media type, such as `text/csv; charset=utf-8`. */
  readonly type: string;
  /** The text before the first item. */
  readonly head: string;
  /** The text between two items. */
  readonly between: string;
  /** The file name under which a browser saves it. */
  readonly filename?: string;
  /** 200 by default. */
  readonly status?: number;
}

/**
 * An answer written item by item. Nothing is sent before the first batch, so that errors until then are answered
 * normally; after that the connection is destroyed rather than ended as if complete.
 */
export class StreamedAnswer {
  #begun = false;

  constructor(
    private readonly response: Response,
    private readonly form: AnswerForm,
  ) {}

  /**
   * Resolves when the client has room for more; rejects if it has disconnected, or was disconnected for being too slow.
   */
  async write(items: readonly string[]): Promise<void> {
    if (this.response.destroyed) throw new ClientGone();
    if (items.length === 0) return;
    const { between } = this.form;
    const before = this.#begun ? between : this.#head();
    // In one write. With many writes under a cork, Node.js 24 may ask to wait for a drain event that the socket never
    // emits: the response counts what was corked, and the socket only what the kernel did not take at once.
    const hasRoom = this.response.write(before + items.join(between));
    if (!hasRoom) await this.#room();
  }

  /** The same for bytes. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    if (this.response.destroyed) throw new ClientGone();
    if (!this.#begun) this.response.write(this.#head());
    if (!this.response.write(bytes)) await this.#room();
  }

  /** @param tail the text after the last item */
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
