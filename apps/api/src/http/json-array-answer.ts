import type { Response } from 'express';
import { StreamedAnswer } from './streamed-answer.ts';

/** `{ "status": "success", "data": [ … ], … }`, or with another name for the list, written item by item. */
export class JsonArrayAnswer {
  readonly #answer: StreamedAnswer;

  constructor(response: Response, list: 'data' | 'records' = 'data') {
    const head = `{"status":"success","${list}":[`;
    this.#answer = new StreamedAnswer(response, {
      ...{ type: 'application/json; charset=utf-8', head, between: ',' },
    });
  }

  /** @param items JSON texts; resolves and rejects as `StreamedAnswer.write` does */
  write(items: readonly string[]): Promise<void> {
    return this.#answer.write(items);
  }

  /** @param members the members after the list */
  end(members: Record<string, unknown> = {}): void {
    const rest = Object.keys(members).length === 0 ? '}' : `,${JSON.stringify(members).slice(1)}`;
    this.#answer.end(`]${rest}`);
  }
}
