/**
 * Text that a spreadsheet would evaluate as a formula, behind any number of apostrophes: these are counted so that
 * text which begins with one itself is read back as it was. Spreadsheets with East Asian settings take full-width signs
 * for the others, and skip a tab or a line end at the start. The pattern means the same in PostgreSQL.
 */
export const RUN_BY_SPREADSHEETS = /^'*[=+\-@＝＋－＠\t\r\n]/;

/**
 * Text that a spreadsheet may take for a number, a time or a date, such as a code with leading zeros. A date in ISO 8601
 * is left to be a date.
 */
export const TAKEN_FOR_NUMBERS =
  /^ *(?!\d{4}-\d\d-\d\d$)(?:[.,]*\d[\d.,]*(?:[eE][+-]?\d+)?|\d{1,4}[/:.-]\d{1,4}(?:[/:.-]\d{1,4})?) *$/;

/** Text for a cell of CSV: an apostrophe keeps a spreadsheet from running it. */
export function guardedText(text: string): string {
  return RUN_BY_SPREADSHEETS.test(text) ? `'${text}` : text;
}

/** The inverse of `guardedText`. Text that nobody guarded stays as it is. */
export function unguardedText(text: string): string {
  return text.startsWith("'") && RUN_BY_SPREADSHEETS.test(text) ? text.slice(1) : text;
}
