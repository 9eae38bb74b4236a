import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Registers a new context wherever contexts are listed.
 *
 * @param {string} root
 * @param {Record<string, string>} words
 * @returns {string[]} the files changed
 */
export function register(root, { context = '', Context = '', contextCamel = '' }) {
  const key = /-|^\d/.test(context) ? `'${context}'` : context;
  return [
    edited(root, 'tools/dev/contexts.mjs', before('\n};\n', `\n  ${key}: ['access'],`)),
    edited(
      root,
      'libs/schema/src/index.ts',
      importing(`{ ${contextCamel}Migrations }`, context),
      before('\n];', `\n  ...${contextCamel}Migrations,`),
    ),
    edited(root, 'libs/schema/package.json', depending(context, 'dependencies')),
    edited(
      root,
      'apps/api/src/api.module.ts',
      importing(`{ ${Context}Module }`, `${context}/module`),
      before('\n];\n\nconst CONTROLLERS', `\n  ${Context}Module,`),
    ),
    edited(root, 'apps/api/package.json', depending(context, 'devDependencies')),
  ];
}

/** @typedef {(text: string) => string | undefined} Edit returns undefined where its anchor is not found */

/**
 * @param {string} root
 * @param {string} file
 * @param {...Edit} edits
 */
function edited(root, file, ...edits) {
  let text = readFileSync(join(root, file), 'utf8');
  for (const edit of edits) {
    const next = edit(text);
    if (next === undefined) throw new Error(`${file} no longer looks as tools/new-context knows it.`);
    text = next;
  }
  writeFileSync(join(root, file), text);
  return file;
}

/**
 * @param {string} place
 * @param {string} inserted
 * @returns {Edit}
 */
function before(place, inserted) {
  return (text) => (text.includes(place) ? text.replace(place, () => `${inserted}${place}`) : undefined);
}

/**
 * Inserts an import among those of Furrow's packages, in alphabetical order.
 *
 * @param {string} names
 * @param {string} entry
 * @returns {Edit}
 */
function importing(names, entry) {
  return (text) => {
    const imports = [...text.matchAll(/^import .* from '@furrow\/(.*)';\n/gm)];
    const last = imports.at(-1);
    if (last === undefined) return undefined;
    const next = imports.find(([, other = '']) => other > entry);
    const at = next?.index ?? last.index + last[0].length;
    return `${text.slice(0, at)}import ${names} from '@furrow/${entry}';\n${text.slice(at)}`;
  };
}

/**
 * @param {string} context
 * @param {'dependencies' | 'devDependencies'} kind "devDependencies" for a program, because its bundle contains it
 * @returns {Edit}
 */
function depending(context, kind) {
  return (text) => {
    const manifest = JSON.parse(text);
    const dependencies = { ...manifest[kind], [`@furrow/${context}`]: 'workspace:*' };
    const sorted = Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1));
    return `${JSON.stringify({ ...manifest, [kind]: Object.fromEntries(sorted) }, null, 2)}\n`;
  };
}
