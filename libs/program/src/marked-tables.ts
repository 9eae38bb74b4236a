/**
 * Replaces tables of a Markdown document, each between two comments that name it and the program that writes it. A table
 * whose comments are missing is left out.
 * @param program the command, such as `npm run bench -- --save`
 */
export function withTables(
  document: string,
  program: string,
  tables: Readonly<Record<string, string>>,
): string {
  return Object.entries(tables).reduce((text, [name, table]) => {
    const opening = `<!-- ${name}: written by ${program} -->`;
    const [begin, end] = [text.indexOf(opening), text.indexOf(`<!-- end of ${name} -->`)];
    if (begin === -1 || end < begin) return text;
    return `${text.slice(0, begin)}${opening}\n\n${table}\n\n${text.slice(end)}`;
  }, document);
}

/** A Markdown table, the first row its heading. Pads the cells, so that the formatter leaves it unchanged. */
export function markdownTable(
  table: readonly (readonly string[])[],
  isNumber: (column: number) => boolean = () => false,
): string {
  const [head = [], ...rows] = table;
  const widths = head.map((_, c) => Math.max(3, ...table.map((row) => row[c]?.length ?? 0)));
  const pad = (cell: string, c: number) =>
    isNumber(c) ? cell.padStart(widths[c] ?? 0) : cell.padEnd(widths[c] ?? 0);
  const line = (row: readonly string[]) => `| ${row.map(pad).join(' | ')} |`;
  const rule = widths.map((width, c) => (isNumber(c) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}
