import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';
import { JsonArrayAnswer } from '../json-array-answer.ts';
import type { Separator } from './csv.ts';
import { CsvAnswer, ObjectsAnswer } from './export-answers.ts';
import type { Format } from './export-format.ts';
import type { Table } from './table.ts';

/** A list that is written as it is read; its items are JSON texts without line breaks. */
export interface ListAnswer {
  write(items: readonly string[]): Promise<void>;
  /** @param members the members after the list in JSON; other formats have none */
  end(members?: Record<string, unknown>): void;
}

/** The forms in which a list is answered. */
export interface ListForm<Item> {
  /** The file name without its extension. */
  readonly name: string;
  readonly table: Table<Item>;
  /** Present if items have a position. */
  readonly featureOf?: (item: Item) => object;
  /** The name of the list in JSON; `data` by default. */
  readonly member?: 'data' | 'records';
}

/** @param asked a format that the list has */
export function listAnswer<Item>(
  response: Response,
  { format, separator = ',' }: { readonly format: Format; readonly separator?: Separator | undefined },
  { name, table, featureOf, member }: ListForm<Item>,
): ListAnswer {
  switch (format) {
    case 'json':
      return new JsonArrayAnswer(response, member);
    case 'ndjson': {
      const answer = ObjectsAnswer.lines(response, name);
      return { write: (items) => answer.writeTexts(items), end: () => answer.end() };
    }
    case 'geojson': {
      if (!featureOf) throw new Error(`${name} have no position`);
      const answer = ObjectsAnswer.features(response, name);
      const write = (list: string) => answer.write((JSON.parse(list) as Item[]).map(featureOf));
      return { write: (items) => inSlices(items, write), end: () => answer.end() };
    }
    case 'csv': {
      const answer = new CsvAnswer(response, table.headings, separator, name);
      const write = (list: string) => answer.write((JSON.parse(list) as Item[]).flatMap(table.rows));
      return { write: (items) => inSlices(items, write), end: () => answer.end() };
    }
  }
}

/** Parsed and written at once, a few milliseconds of work; other requests are served in between. */
const SLICE_CHARACTERS = 256 * 1_024;

/** @param write receives part of the items as the text of a JSON list */
async function inSlices(items: readonly string[], write: (list: string) => Promise<void>): Promise<void> {
  let [slice, length] = [[] as string[], 0];
  for (const item of items) {
    slice.push(item);
    length += item.length;
    if (length < SLICE_CHARACTERS) continue;
    await write(`[${slice.join(',')}]`);
    await setImmediate();
    [slice, length] = [[], 0];
  }
  if (slice.length > 0) await write(`[${slice.join(',')}]`);
}
