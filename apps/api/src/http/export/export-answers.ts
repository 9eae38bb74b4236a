import type { Response } from 'express';
import { type AnswerForm, StreamedAnswer } from '../streamed-answer.ts';
import { BYTE_ORDER_MARK, type Cell, csvLine, type Separator } from './csv.ts';

/** Streams lines of cells under their headings. */
export class CsvAnswer {
  readonly #answer: StreamedAnswer;

  constructor(
    response: Response,
    headings: readonly string[],
    private readonly separator: Separator,
    name: string,
  ) {
    this.#answer = new StreamedAnswer(response, {
      type: 'text/csv; charset=utf-8; header=present',
      head: BYTE_ORDER_MARK + csvLine(headings, separator),
      between: '',
      filename: `${name}.csv`,
    });
  }

  write(rows: readonly (readonly Cell[])[]): Promise<void> {
    return this.#answer.write(rows.map((row) => csvLine(row, this.separator)));
  }

  /** @param lines as `csvLine` writes them */
  writeLines(lines: readonly string[]): Promise<void> {
    return this.#answer.write(lines);
  }

  end(): void {
    this.#answer.end('');
  }
}

/** Streams objects, one per line or as the features of a collection. */
export class ObjectsAnswer {
  readonly #answer: StreamedAnswer;

  private constructor(
    response: Response,
    form: AnswerForm,
    private readonly afterEach: string,
    private readonly tail: string,
  ) {
    this.#answer = new StreamedAnswer(response, form);
  }

  static lines(response: Response, name: string): ObjectsAnswer {
    const form = { head: '', between: '', filename: `${name}.ndjson` };
    return new ObjectsAnswer(response, { type: 'application/x-ndjson; charset=utf-8', ...form }, '\n', '');
  }

  static features(response: Response, name: string): ObjectsAnswer {
    const head = '{"type":"FeatureCollection","features":[';
    const form = { head, between: ',', filename: `${name}.geojson` };
    return new ObjectsAnswer(response, { type: 'application/geo+json; charset=utf-8', ...form }, '', ']}');
  }

  write(objects: readonly object[]): Promise<void> {
    return this.writeTexts(objects.map((object) => JSON.stringify(object)));
  }

  /** @param texts JSON, without line breaks */
  writeTexts(texts: readonly string[]): Promise<void> {
    return this.#answer.write(this.afterEach === '' ? texts : texts.map((text) => text + this.afterEach));
  }

  end(): void {
    this.#answer.end(this.tail);
  }
}
