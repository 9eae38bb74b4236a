import { localTime, offsetAt } from '@furrow/kernel';
import type { Cell } from './csv.ts';

/** How items of a list become lines of CSV. */
export interface Table<Item> {
  readonly headings: readonly string[];
  /** An item's lines: one, unless it holds lists of its own. */
  readonly rows: (item: Item) => readonly (readonly Cell[])[];
}

/** Columns by their headings; what is left undefined is an empty cell. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => Cell | undefined>>;

/** A line an item. */
export function table<Item>(columns: Columns<Item>): Table<Item> {
  return tableOfParts(columns, (item) => [item]);
}

/** A line for each part of an item. */
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

/** Columns that show members of an item under their own names. */
export function membersOf<Item>(...names: readonly (keyof Item & string)[]): Columns<Item> {
  return Object.fromEntries(names.map((name) => [name, (item: Item) => item[name] as Cell]));
}

const QUARTER_MS = 900_000;

/**
 * Local times of instants that come in some order: zones change their offsets at quarters of an hour, so that the offset
 * of the one before mostly serves the next.
 */
export class LocalTimes {
  #zone = '';
  #quarter = NaN;
  #offset = 0;

  /** @returns ISO 8601 with the offset of the zone then; null of null */
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

/** The instant of a local time that has its offset, in UTC. */
export const utcOf = (local: string | null): string | null =>
  local === null ? null : new Date(local).toISOString();
