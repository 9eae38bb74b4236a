// `npm run new-context -- NAME [OBJECT]`: creates a new bounded context that works at once.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { register } from './registration.mjs';
import { isLeftover, problemWith, wordsOf } from './words.mjs';

const HELP = `npm run new-context -- NAME [OBJECT]

  NAME     name of the context, in lower case with hyphens: orchards, crop-plans
  OBJECT   its first object, in the singular: orchard, crop-plan (default: NAME without its s)

  Creates libs/NAME with a domain, a use case, ports with a fake and a PostgreSQL adapter behind one contract, a
  migration, a module, a README with a tested example, and tests; registers the context, and installs.

  --no-install   do not install; the next command does`;

const TEMPLATE = join(import.meta.dirname, 'template');

/**
 * @param {string} root of the workspace
 * @param {string[]} args
 * @param {(root: string) => Promise<void>} install
 * @returns {Promise<number>} the exit code
 */
export async function newContext(root, args, install) {
  const [name, object, ...more] = args.filter((arg) => !arg.startsWith('-'));
  const unknown = args.filter((arg) => arg.startsWith('-') && !['--help', '--no-install'].includes(arg));
  if (args.includes('--help')) {
    console.log(HELP);
    return 0;
  }
  const problem =
    name === undefined || more.length > 0 || unknown.length > 0 ? HELP : problemWith(root, name, object);
  if (name === undefined || problem !== undefined) {
    console.error(problem);
    return 2;
  }

  // The build output of an earlier library by this name must not pass for that of the new one.
  const folder = join(root, 'libs', name);
  if (existsSync(folder) && isLeftover(folder)) rmSync(folder, { recursive: true });
  const words = wordsOf(root, name, object);
  const made = write(folder, words);
  const changed = register(root, words);
  // stdout has only the lines below.
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), [...made, ...changed], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  console.log(`Created libs/${name} with ${made.length} files. Changed: ${changed.join(', ')}.`);
  if (!args.includes('--no-install')) await install(root);
  console.log(`Next:
  npm test -- libs/${name}              runs its tests
  libs/${name}/README.md                describe its terms and rules, also in docs/glossary.md and docs/architecture.md
  apps/api/src/${name}/                 add endpoints, as docs/contributing.md describes`);
  return 0;
}

/**
 * @param {string} folder
 * @param {Record<string, string>} words
 * @returns {string[]} the files written
 */
function write(folder, words) {
  const templates = readdirSync(TEMPLATE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tpl'),
  );
  return templates.map((template) => {
    const file = join(
      folder,
      template.slice(0, -'.tpl'.length).replace(/__(\w+?)__/g, (_, word) => filled(words, word)),
    );
    if (existsSync(file)) throw new Error(`${file} already exists.`);
    mkdirSync(dirname(file), { recursive: true });
    const text = readFileSync(join(TEMPLATE, template), 'utf8');
    writeFileSync(
      file,
      text.replace(/\{\{(\w+)\}\}/g, (_, word) => filled(words, word)),
    );
    return file;
  });
}

/**
 * @param {Record<string, string>} words
 * @param {string} word
 */
function filled(words, word) {
  const value = words[word];
  if (value === undefined) throw new Error(`A template asks for the unknown word "${word}".`);
  return value;
}
