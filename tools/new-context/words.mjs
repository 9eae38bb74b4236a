import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Words that TypeScript or PostgreSQL reserve, and schemas that exist without a context. */
const RESERVED = new Set(
  `all analyse analyze and any array as asc asymmetric async await both boolean break case cast catch check class
  collate column const constraint continue create debugger default deferrable delete desc distinct do else end enum
  except export extends false fetch finally for foreign from function grant group having if implements import in
  initially instanceof interface intersect into lateral leading let limit media migrations new not null object offset
  on only or order package placing primary private protected public references return returning select session-user
  some static super switch symmetric table then this throw to trailing transactions true try typeof union unique user
  using var variadic void when where while window with yield`.split(/\s+/),
);

/**
 * Why a context cannot have this name, in a sentence; undefined when it can.
 *
 * @param {string} root
 * @param {string} name
 * @param {string | undefined} object
 */
export function problemWith(root, name, object) {
  for (const word of object === undefined ? [name, singular(name)] : [name, object]) {
    if (!KEBAB.test(word) || word.length > 40)
      return `"${word}" is no good name: lower case, digits and hyphens, beginning with a letter, at most 40.`;
    if (RESERVED.has(word)) return `"${word}" is a word that TypeScript or PostgreSQL keep for themselves.`;
  }
  const taken = takenNames(root).get(name);
  return taken === undefined ? undefined : `There is a "${name}" already: ${taken}.`;
}

/**
 * The words that fill the templates.
 *
 * @param {string} root
 * @param {string} context in kebab-case
 * @param {string} object in kebab-case
 * @returns {Record<string, string>}
 */
export function wordsOf(root, context, object = singular(context)) {
  const objects = plural(object);
  const text = object.replaceAll('-', ' ');
  return {
    ...{ context, Context: pascal(context), contextCamel: camel(context), schema: snake(context) },
    ...{ object, Object: pascal(object), objectCamel: camel(object), objectSnake: snake(object) },
    ...{
      objectText: text,
      objectsText: plural(text),
      aObject: `${/^[aeiou]/.test(text) ? 'an' : 'a'} ${text}`,
    },
    ...{ objectsCamel: camel(objects), table: snake(objects), OBJECTS: snake(objects).toUpperCase() },
    timestamp: nextTimestamp(root),
    ...versions(root),
  };
}

/** @param {string} root */
function takenNames(root) {
  /** @type {Map<string, string>} */
  const taken = new Map();
  for (const floor of ['apps', 'libs', 'tools'])
    for (const folder of readdirSync(join(root, floor)))
      if (!isLeftover(join(root, floor, folder))) taken.set(folder, `${floor}/${folder}`);
  taken.set('cli', 'tools/furrow');
  return taken;
}

/**
 * What Git ignores of a library and leaves behind where the library itself is gone, for example after switching
 * branches.
 */
const LEFT = ['dist', 'node_modules'];

/**
 * Whether a folder contains only the leftovers of a removed library.
 *
 * @param {string} folder
 */
export function isLeftover(folder) {
  return statSync(folder).isDirectory() && readdirSync(folder).every((name) => LEFT.includes(name));
}

/**
 * Later than all existing migrations, because TypeORM runs migrations in order of time.
 *
 * @param {string} root
 */
function nextTimestamp(root) {
  const stamps = readdirSync(join(root, 'libs'), { withFileTypes: true })
    .filter((library) => existsSync(join(root, 'libs', library.name, 'src')))
    .flatMap((library) => migrationsIn(join(root, 'libs', library.name, 'src')));
  return String(Math.floor(Math.max(...stamps) / 100) * 100 + 100);
}

/** @param {string} folder */
function migrationsIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const [, stamp] = /migrations\/(\d{13})-[^/]*\.ts$/.exec(file) ?? [];
    return stamp === undefined ? [] : [Number(stamp)];
  });
}

/**
 * The versions that the other contexts have and use, because the workspace has one version of each package.
 *
 * @param {string} root
 */
function versions(root) {
  const { version, dependencies } = JSON.parse(readFileSync(join(root, 'libs/access/package.json'), 'utf8'));
  return {
    version,
    nestVersion: dependencies['@nestjs/common'],
    reflectVersion: dependencies['reflect-metadata'],
    typeormVersion: dependencies.typeorm,
  };
}

/** @param {string} name */
const singular = (name) => name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

/** @param {string} name */
const plural = (name) =>
  /[^aeiou]y$/.test(name)
    ? `${name.slice(0, -1)}ies`
    : /(?:s|x|ch|sh)$/.test(name)
      ? `${name}es`
      : `${name}s`;

/** @param {string} kebab */
const pascal = (kebab) => kebab.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());

/** @param {string} kebab */
const camel = (kebab) => kebab.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** @param {string} kebab */
const snake = (kebab) => kebab.replaceAll('-', '_');
