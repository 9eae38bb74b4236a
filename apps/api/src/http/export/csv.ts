/** What a cell holds. Numbers stay numbers; null leaves it empty. */
export type Cell = string | number | boolean | null;

export const SEPARATORS = [',', ';'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would take for a formula, and run. */
const RUNS = /^[=+\-@\t\r]/;

/** A line as RFC 4180 writes it, with its end. */
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
