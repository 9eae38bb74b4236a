import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Programs that are installed with the tests. */
const OF_TESTS = new Set([
  'tools/bench',
  'tools/chaos',
  'tools/security',
  'tools/testbed',
  'docker',
  'tools/dev',
]);
const root = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * @typedef {object} Manifest
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {string | Record<string, string>} [bin]
 */

/**
 * Checks that each package that a package.json declares is used: its name is a text in the package's files, or another
 * declared package needs it as its peer. And that programs find all that they import where nothing of tests is installed.
 *
 * @returns {Promise<string | undefined>} the problem, if there is one
 */
export async function declaredPackages() {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  const folders = files.filter((file) => /^(?:[^/]+\/){1,2}package\.json$/.test(file)).map(dirname);
  const texts = new Map(
    folders.map((folder) => [folder, textOf(files.filter((file) => file.startsWith(`${folder}/`)))]),
  );
  const rest = textOf(files.filter((file) => !folders.some((folder) => file.startsWith(`${folder}/`))));
  // What the root declares serves all packages that do not declare it themselves.
  const served = (/** @type {string} */ name) => [
    rest,
    ...folders.filter((folder) => !declared(folder).includes(name)).map((of) => texts.get(of) ?? ''),
  ];
  const problems = [
    ...folders.flatMap((folder) => unused(folder, () => [texts.get(folder) ?? ''])),
    ...unused('.', served),
    ...folders.filter((folder) => !OF_TESTS.has(folder)).flatMap((folder) => missing(folder, files)),
  ];
  return problems.length > 0 ? problems.join('\n') : undefined;
}

/** @param {string[]} files */
const textOf = (files) => files.filter(isCode).map(read).join('\n');

/** @param {string} folder */
function declared(folder) {
  const { dependencies = {}, devDependencies = {} } = manifestIn(folder);
  // A bundle loads these from node_modules for the libraries in it.
  const { dependencies: external = {} } = manifestIn(join(folder, 'external'));
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !(name in external));
}

/**
 * @param {string} folder
 * @param {(name: string) => string[]} textsFor the files that may use what is declared by this name
 */
function unused(folder, textsFor) {
  const names = declared(folder);
  const installed = new Map(names.map((name) => [name, manifestIn(join(folder, 'node_modules', name))]));
  const needed = new Set([...installed.values()].flatMap(neededBy));
  return [...installed]
    .filter(([name, manifest]) => {
      const used = [typed(name), ...programsOf(manifest)];
      return !needed.has(name) && !textsFor(name).some((text) => used.some((one) => isNamed(one, text)));
    })
    .map(([name]) => `${join(folder, 'package.json')} declares ${name}, which nothing uses`);
}

/**
 * Packages that run where only `dependencies` are installed, after `npm start` in a fresh clone, and import another one.
 *
 * @param {string} folder
 * @param {readonly string[]} files
 */
function missing(folder, files) {
  const { dependencies = {}, devDependencies = {} } = manifestIn(folder);
  const sources = files.filter(
    (file) =>
      file.startsWith(`${folder}/src/`) && isCode(file) && !/\/testing\/|[.-]spec\.|\.contract\./.test(file),
  );
  const text = sources
    .map(read)
    .join('\n')
    .replaceAll(/import type [^;]*;/g, '');
  return Object.keys(devDependencies)
    .filter((name) => !(name in dependencies) && isNamed(name, text))
    .map(
      (name) =>
        `${join(folder, 'package.json')} needs ${name} among its dependencies, because src imports it`,
    );
}

/** @param {Manifest} manifest */
const neededBy = ({ peerDependencies = {} }) => Object.keys(peerDependencies);

/** @param {Manifest} manifest */
const programsOf = ({ bin = {} }) => (typeof bin === 'string' ? [] : Object.keys(bin));

/**
 * The package whose types these are: `@types/ws` is about `ws`.
 *
 * @param {string} name
 */
const typed = (name) => name.replace(/^@types\//, '');

/**
 * @param {string} name
 * @param {string} text
 */
function isNamed(name, text) {
  return [`'${name}'`, `'${name}/`, `"${name}"`, `"${name}/`, `/node_modules/${name}/`].some((how) =>
    text.includes(how),
  );
}

/** @param {string} file */
function isCode(file) {
  return (
    /\.(?:[cm]?[jt]sx?|json|yaml|html)$/.test(file) &&
    !/(?:^|\/)(?:package\.json|pnpm-lock\.yaml)$/.test(file)
  );
}

/** @param {string} file */
function read(file) {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
}

/**
 * @param {string} folder
 * @returns {Manifest} an empty one if it is not installed
 */
function manifestIn(folder) {
  return JSON.parse(read(join(folder, 'package.json')) || '{}');
}
