import { ApiProperty } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { About, IfGiven, OneOf } from '../fields.ts';
import { type AnswerForm, StreamedAnswer } from '../streamed-answer.ts';
import { BYTE_ORDER_MARK, type Cell, csvLine, type Separator, SEPARATORS } from './csv.ts';

export const FORMATS = ['json', 'csv', 'ndjson', 'geojson'] as const;
export type Format = (typeof FORMATS)[number];

const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
};

/** On a query's member: which format is asked for. */
export const FormatAsked = (): PropertyDecorator => (target, property) => {
  About(
    'All that meets the filters in one stream, instead of a page: CSV for spreadsheets, a JSON object a line, or GeoJSON. The header `Accept` does as well',
  )(target, property);
  IfGiven(OneOf(FORMATS))(target, property);
};

/** On a query's member: what stands between the cells of CSV. */
export const SeparatorAsked = (): PropertyDecorator => (target, property) => {
  About('Of CSV: `;` for spreadsheets whose decimals have a comma', ';')(target, property);
  IfGiven(OneOf(SEPARATORS), ApiProperty({ default: ',' }))(target, property);
};

/** The format that the query names, else the one that `Accept` prefers; JSON where it prefers none of these. */
export function formatOf(request: Request, asked: Format | undefined): Format {
  if (asked !== undefined) return asked;
  const accepted = request.accepts(Object.values(MEDIA_TYPES));
  return FORMATS.find((format) => MEDIA_TYPES[format] === accepted) ?? 'json';
}

/** Lines of cells under their headings, streamed. */
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

  end(): void {
    this.#answer.end('');
  }
}

/** Objects, a line each or as the features of a collection, streamed. */
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
    return this.#answer.write(objects.map((object) => JSON.stringify(object) + this.afterEach));
  }

  end(): void {
    this.#answer.end(this.tail);
  }
}
