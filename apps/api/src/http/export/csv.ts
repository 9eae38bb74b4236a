/** The content of a cell. Numbers stay numbers; null is empty. */
export type Cell = string | number | boolean | null;

export const SEPARATORS = [',', ';'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Marks the text as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Beginnings that a spreadsheet would evaluate as a formula. */
const RUNS = /^[=+\-@\t\r]/;

/** Text that needs quotes. */
const QUOTED: Readonly<Record<Separator, RegExp>> = { ',': /["\r\n,]/, ';': /["\r\n;]/ };

/** How text is written with such a separator, for lines that PostgreSQL writes. */
export const dialectOf = (separator: Separator) => ({ separator, guarded: RUNS, quoted: QUOTED[separator] });

/** A line with its end, as in RFC 4180. */
export function csvLine(cells: readonly Cell[], separator: Separator): string {
  return `${cells.map((cell) => written(cell, separator)).join(separator)}\r\n`;
}

function written(cell: Cell, separator: Separator): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = RUNS.test(cell) ? `'${cell}` : cell;
  return QUOTED[separator].test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
