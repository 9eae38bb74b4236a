import type { ListMember, WorkerList } from '../../../api/types.ts';

/** Which member each column is; empty: none. */
export type ColumnChoice = readonly (ListMember | '')[];
export type Defaults = Readonly<Partial<Record<ListMember, string>>>;
export type DayOrder = 'day-first' | 'month-first';

/** A row as it is sent. */
export interface ListedWorker {
  /** Of the file. */
  readonly number: number;
  readonly body: Readonly<Record<string, string>>;
}

/** The workers of a list. Where a row says nothing, the default applies. */
export function workersOf(
  { rows }: Pick<WorkerList, 'rows'>,
  columns: ColumnChoice,
  defaults: Defaults,
  order: DayOrder,
): ListedWorker[] {
  return rows.map(({ number, cells }) => {
    const body: Record<string, string> = { ...defaults };
    columns.forEach((member, at) => {
      const cell = cells[at]?.trim() ?? '';
      if (member !== '' && cell !== '') body[member] = member === 'hire_date' ? dayOf(cell, order) : cell;
    });
    return { number, body };
  });
}

/** A date as people write it, as YYYY-MM-DD; what is none stays as it is, and is refused by the server. */
export function dayOf(text: string, order: DayOrder): string {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text);
  if (iso) return [iso[1], two(iso[2]), two(iso[3])].join('-');
  const [, first, second, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  if (first === undefined) return text;
  const [day, month] = order === 'day-first' ? [first, second] : [second, first];
  return [year, two(month), two(day)].join('-');
}

const two = (part: string | undefined) => (part ?? '').padStart(2, '0');

/** Whether dates of a column have the month first: only if a second number is no month, and no first one is none. */
export function orderIn({ rows }: Pick<WorkerList, 'rows'>, column: number): DayOrder {
  const found = rows.flatMap(({ cells }) => {
    const [, first, second] = /^(\d{1,2})[./-](\d{1,2})[./-]\d{4}$/.exec(cells[column] ?? '') ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  const isMonthFirst = found.some(([, second]) => second > 12) && found.every(([first]) => first <= 12);
  return isMonthFirst ? 'month-first' : 'day-first';
}
