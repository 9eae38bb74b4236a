/** The content of a cell. Numbers stay numbers; null is empty. */
export type Cell = string | number | boolean | null;

export const SEPARATORS = [',', ';'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Marks the text as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Beginnings that a spreadsheet would evaluate as a formula. */
const RUNS = /^[=+\-@\t\r]/;

/** A line with its end, as in RFC 4180. */
export function csvLine(cells: readonly Cell[], separator: Separator): string {
  return `${cells.map((cell) => written(cell, separator)).join(separator)}\r\n`;
}

function written(cell: Cell, separator: Separator): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = RUNS.test(cell) ? `'${cell}` : cell;
  const isPlain = !text.includes(separator) && !/["\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
