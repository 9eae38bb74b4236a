import { guardedText, RUN_BY_SPREADSHEETS, TAKEN_FOR_NUMBERS } from '@furrow/kernel';

/** The content of a cell. Numbers stay numbers; null is empty. */
export type Cell = string | number | boolean | null;

export const SEPARATORS = [',', ';'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Marks the text as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Text that needs quotes. Spreadsheets that are told to keep what is in quotes as text. */
const quotedWith = (separator: Separator) => new RegExp(`["\\r\\n${separator}]|${TAKEN_FOR_NUMBERS.source}`);

/** How cells are written; where decimals have a comma, spreadsheets separate cells by semicolons. */
const DIALECTS = {
  ',': { separator: ',', decimal: '.', guarded: RUN_BY_SPREADSHEETS, quoted: quotedWith(',') },
  ';': { separator: ';', decimal: ',', guarded: RUN_BY_SPREADSHEETS, quoted: quotedWith(';') },
} as const satisfies Record<Separator, object>;

/** How text is written with such a separator, for lines that PostgreSQL writes. */
export const dialectOf = (separator: Separator) => DIALECTS[separator];

/** A line with its end, as in RFC 4180. */
export function csvLine(cells: readonly Cell[], separator: Separator): string {
  return `${cells.map((cell) => written(cell, separator)).join(separator)}\r\n`;
}

function written(cell: Cell, separator: Separator): string {
  if (cell === null) return '';
  const { decimal, quoted } = DIALECTS[separator];
  if (typeof cell === 'number') return decimal === '.' ? String(cell) : String(cell).replace('.', decimal);
  if (typeof cell === 'boolean') return String(cell);
  const text = guardedText(cell);
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
