import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

const STYLE = JSON.parse(readFileSync(new URL('../../../.oxfmtrc.json', import.meta.url), 'utf8'));

/**
 * Regenerates the tables of a page between `<!-- table: NAME -->` and `<!-- end -->`.
 *
 * @param {string} path of the page, from the root
 * @param {string} page Markdown
 * @param {Record<string, string>} tables
 * @returns {Promise<string>}
 * @throws Error where the page asks for an unknown table, or leaves one out
 */
export async function withTables(path, page, tables) {
  const left = new Set(Object.keys(tables));
  const filled = page.replace(/(<!-- table: ([\w.]+) -->\n)[^]*?(<!-- end -->)/g, (_, begin, name, end) => {
    if (!left.delete(name)) throw new Error(`${path}: there is no table "${name}", or it occurs twice`);
    return `${begin}\n${tables[name]}\n${end}`;
  });
  if (left.size > 0) throw new Error(`${path} has no place for the tables ${[...left].join(', ')}`);
  const { code, errors } = await format(path, filled, STYLE);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}

/**
 * @param {string[]} head
 * @param {string[][]} body
 */
export function table(head, body) {
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
