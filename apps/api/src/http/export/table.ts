import { localTime, offsetAt } from '@furrow/kernel';
import type { Cell } from './csv.ts';

/** Turns items of a list into lines of CSV. */
export interface Table<Item> {
  readonly headings: readonly string[];
  /** An item's lines: one, unless it contains lists. */
  readonly rows: (item: Item) => readonly (readonly Cell[])[];
}

/** Columns by heading; undefined is an empty cell. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => Cell | undefined>>;

/** One line per item. */
export function table<Item>(columns: Columns<Item>): Table<Item> {
  return tableOfParts(columns, (item) => [item]);
}

/** One line for each part of an item. */
export function tableOfParts<Item, Part>(
  columns: Columns<Part>,
  partsOf: (item: Item) => readonly Part[],
): Table<Item> {
  const cells = Object.values(columns);
  return {
    headings: Object.keys(columns),
    rows: (item) => partsOf(item).map((part) => cells.map((cell) => cell(part) ?? null)),
  };
}

/** Columns named after members of an item. */
export function membersOf<Item>(...names: readonly (keyof Item & string)[]): Columns<Item> {
  return Object.fromEntries(names.map((name) => [name, (item: Item) => item[name] as Cell]));
}

const QUARTER_MS = 900_000;

/**
 * Local times of instants in some order: offsets change only at quarters of an hour, so the previous offset usually
 * applies.
 */
export class LocalTimes {
  #zone = '';
  #quarter = NaN;
  #offset = 0;

  /** @returns ISO 8601 with the zone's offset at that time; null for null */
  of(instant: string | null, zone: string | null): string | null {
    if (instant === null || zone === null) return null;
    const time = Date.parse(instant);
    const quarter = Math.floor(time / QUARTER_MS);
    if (quarter !== this.#quarter || zone !== this.#zone) {
      this.#offset = offsetAt(zone, time);
      this.#quarter = quarter;
      this.#zone = zone;
    }
    return localTime(time, this.#offset);
  }
}

/** A local time with an offset, converted to UTC. */
export const utcOf = (local: string | null): string | null =>
  local === null ? null : new Date(local).toISOString();
