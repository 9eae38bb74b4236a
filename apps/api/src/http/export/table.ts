import { localTime, offsetAt } from '@furrow/kernel';
import type { Schema } from '@furrow/kernel/schema';
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

/** Instead of a member's own column: other columns, another content, or none. */
type OwnColumns<Declared, Item> = {
  readonly [Name in keyof Declared]?: Columns<Item> | Columns<Item>[string] | null;
};

/** A column for each text, number or flag that a schema declares, in its order. */
export function columnsOf<Declared extends object, Item extends Declared = Declared>(
  schema: Schema<Declared>,
  own: OwnColumns<Declared, Item> = {},
): Columns<Item> {
  const columns = Object.entries(schema.properties ?? {}).map(([name, member]): Columns<Item> => {
    const instead = own[name as keyof Declared];
    if (typeof instead === 'function') return { [name]: instead };
    if (instead !== undefined) return instead ?? {};
    return isPlain(member) ? membersOf<Item>(name as keyof Item & string) : {};
  });
  return Object.assign({}, ...columns) as Columns<Item>;
}

const isPlain = ({ type, anyOf }: Schema): boolean =>
  anyOf === undefined ? !['array', 'object'].includes([type].flat()[0] ?? '') : anyOf.every(isPlain);

/** What local times need of an item. */
type Timed<Member extends string> = Readonly<Record<Member | 'timezone', string | null>>;

/** The column of an instant, and beside it one with its local time. */
export function alsoLocal<Member extends string>(member: Member, heading: string) {
  const times = new LocalTimes();
  const columns = {
    [member]: (item: Timed<Member>) => item[member],
    [heading]: (item: Timed<Member>) => times.of(item[member], item.timezone),
  };
  return columns as Columns<Timed<Member>>;
}

/** The date of a `day`: spreadsheets would show its first instant in the reader's time zone. */
export function localDay() {
  const times = new LocalTimes();
  return ({ day, timezone }: Timed<'day'>) => times.of(day, timezone)?.slice(0, 10);
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
