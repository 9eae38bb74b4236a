/** What a command has to say: one document for programs, or lines and tables for people. */
export interface Answer {
  readonly document: unknown;
  readonly text: string;
}

export function print({ document, text }: Answer, asJson: boolean): void {
  process.stdout.write(`${asJson ? JSON.stringify(document, null, 2) : text}\n`);
}

/** Rows under headings, in columns as wide as they need to be. */
export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = [headings, ...rows].map((row) => row.map(cellOf));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ').trimEnd()).join('\n');
}

/** A table, or a sentence where it would be empty. */
export function list(headings: readonly string[], rows: readonly (readonly unknown[])[], none: string): string {
  return rows.length === 0 ? none : table(headings, rows);
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(' ');
  return String(value);
}
