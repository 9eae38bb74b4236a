import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';
import { JsonArrayAnswer } from '../json-array-answer.ts';
import type { Separator } from './csv.ts';
import { CsvAnswer, type Format, ObjectsAnswer } from './export-format.ts';
import type { Table } from './table.ts';

/** A list that is written as it is read, its items being JSON texts without line breaks. */
export interface ListAnswer {
  write(items: readonly string[]): Promise<void>;
  /** @param members what stands behind the list in JSON, and nowhere in the other formats */
  end(members?: Record<string, unknown>): void;
}

/** In which forms a list is answered. */
export interface ListForm<Item> {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly table: Table<Item>;
  /** Where items have a place. */
  readonly featureOf?: (item: Item) => object;
  /** What the list is called in JSON; `data` where nothing is said. */
  readonly member?: 'data' | 'records';
}

/** @param asked its format is one that the list has */
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
      if (!featureOf) throw new Error(`${name} have no place`);
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

/** Parsed and written at once, so that others are served between: a few milliseconds of work. */
const SLICE_CHARACTERS = 256 * 1_024;

/** @param write takes a part of the items as the text of one JSON list */
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
