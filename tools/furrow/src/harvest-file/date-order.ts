import type { CsvFile } from './csv-file.ts';
import { columnsOf, type StatedMap } from './column-map.ts';
import type { DateOrder } from './date-orders.ts';
import { numbersOfDay } from './day-cell.ts';

/** The order of the days in a whole file, and the lines that prove it. */
export interface InferredOrder {
  /** Undefined where no line proves it, or lines contradict each other. */
  readonly order: DateOrder | undefined;
  readonly tells: Readonly<Partial<Record<DateOrder, { readonly line: number; readonly text: string }>>>;
  /** Whether any day is ambiguous. */
  readonly matters: boolean;
}

/** Reads the file once for its days alone: one `13/05/2019` determines how all others are read. */
export async function inferOrder(file: CsvFile, map: StatedMap): Promise<InferredOrder> {
  const lines = file.lines();
  const { value: headings } = await lines.next();
  const tells: Partial<Record<DateOrder, { line: number; text: string }>> = {};
  let matters = false;
  if (headings && 'cells' in headings) {
    const day = columnsOf(headings.cells, map).get('day') ?? -1;
    for await (const read of lines) {
      const text = 'cells' in read ? (read.cells[day] ?? '').trim() : '';
      const numbers = numbersOfDay(text);
      if (numbers === undefined) continue;
      if (numbers.order === undefined) matters ||= numbers.first !== numbers.second;
      else tells[numbers.order] ??= { line: read.line, text };
    }
  }
  const orders = Object.keys(tells) as DateOrder[];
  return { order: orders.length === 1 ? orders[0] : undefined, tells, matters };
}

/** The message about it; undefined where no day is ambiguous. */
export function sentenceOf({ order, tells, matters }: InferredOrder): string | undefined {
  if (!matters) return undefined;
  const [dmy, mdy] = [tells.dmy, tells.mdy];
  if (order !== undefined) {
    const { line, text } = tells[order] ?? { line: 0, text: '' };
    const meant = order === 'dmy' ? 'day/month/year' : 'month/day/year';
    return `Days such as 05/07/2019 are read as ${meant}, because line ${line} has ${text}; --date-order overrides this.`;
  }
  const why =
    dmy && mdy
      ? `line ${dmy.line} has ${dmy.text} and line ${mdy.line} has ${mdy.text}`
      : 'no line of the file shows whether the day or the month comes first';
  return `Days such as 05/07/2019 are ambiguous: ${why}. Choose --date-order dmy (5 July) or --date-order mdy (7 May).`;
}
