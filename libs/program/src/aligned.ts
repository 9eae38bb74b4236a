/** A table as text: columns as wide as their widest cell, texts to the left, numbers to the right. */
export function aligned(
  rows: readonly (readonly string[])[],
  isNumber: (column: number) => boolean = () => false,
): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  const padded = (cell: string, column: number) =>
    isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
}
