import { format, resolveConfig } from 'prettier';

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
    if (!left.delete(name)) throw new Error(`${path}: there is no table "${name}", or it stands there twice`);
    return `${begin}\n${tables[name]}\n${end}`;
  });
  if (left.size > 0) throw new Error(`${path} has no place for the tables ${[...left].join(', ')}`);
  const options = await resolveConfig(new URL(`../../../${path}`, import.meta.url));
  return format(filled, { ...options, parser: 'markdown' });
}

/**
 * @param {string[]} head
 * @param {string[][]} body
 */
export function table(head, body) {
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
