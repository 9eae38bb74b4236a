import { describe, expect, it } from '@jest/globals';
import { markdownTable, withTables } from './marked-tables.ts';

describe('the tables of a page', () => {
  const page = (table: string) =>
    `Before\n<!-- sums: written by npm run count -->\n${table}\n<!-- end of sums -->\nAfter`;

  it('are replaced between their comments, and the rest of the page is kept', () => {
    const written = withTables(page('old'), 'npm run count', { sums: '| new |' });
    expect(written).toBe(page('\n| new |\n'));
    expect(withTables(written, 'npm run count', { sums: '| new |' })).toBe(written);
  });
  it('are left out where their comments are missing, or are of another program', () => {
    expect(withTables(page('old'), 'npm run count', { other: 'new' })).toBe(page('old'));
    expect(withTables(page('old'), 'npm run other', { sums: 'new' })).toBe(page('old'));
  });
  it('have columns of one width, with numbers to the right', () => {
    const rows = [
      ['what', 'count'],
      ['records', '7'],
    ];
    expect(markdownTable(rows, (column) => column === 1)).toBe(
      ['| what    | count |', '| ------- | ----: |', '| records |     7 |'].join('\n'),
    );
  });
});
