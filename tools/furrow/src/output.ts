/** The result of a command: one document for programs, or lines and tables for people. */
export interface Answer {
  readonly document: unknown;
  readonly text: string;
  /** 1 where the result is a failure; 0 by default. */
  readonly exitCode?: 0 | 1;
}

type Cell = string | number | Date | readonly string[] | null | undefined;

export function print({ document, text }: Answer, asJson: boolean): void {
  process.stdout.write(`${asJson ? JSON.stringify(document, null, 2) : text}\n`);
}

/** Rows under headings, with columns as wide as their content. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [headings, ...rows].map((row) => row.map(cellOf));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A table, or a sentence where it would be empty. */
export function list(headings: readonly string[], rows: readonly (readonly Cell[])[], none: string): string {
  return rows.length === 0 ? none : table(headings, rows);
}

function cellOf(value: Cell): string {
  if (value === null || value === undefined) return '–';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? value.join(' ') : String(value);
}
