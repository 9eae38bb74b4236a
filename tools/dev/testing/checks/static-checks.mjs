import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnChild } from '../children.mjs';
import { doublesForCitus } from './doubles-for-citus.mjs';
import { namedPaths } from './named-paths.mjs';
import { openapiLint } from './openapi-lint.mjs';
import { quotedClaims } from './quoted-claims.mjs';
import { libraryEntries } from './library-entries.mjs';
import { upwardReaches } from './upward-reaches.mjs';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const BROWSER_APPS = ['apps/console', 'apps/field'];

/**
 * For the checker of types, a Go program that ends soon: a collection would cost a sixth of its time. With one thread it
 * checks types that files share once instead of once per thread; the tests use the other processors meanwhile.
 */
const AT_ONCE = { GOGC: 'off', GOMEMLIMIT: '2GiB', GOMAXPROCS: '1' };

/** @typedef {{ title: string, problem: string | undefined, seconds: string }} Verdict */

/**
 * Checks the code without running it. Every check is made, whatever the others find; one after the other, because the
 * tests run beside them.
 *
 * @param {(verdict: Verdict) => void} print called with each verdict as it is found
 * @returns {Promise<Verdict[]>}
 */
export async function staticChecks(print) {
  const verdicts = [];
  for (const find of [
    verdict('format (oxfmt)', () => run(bin('oxfmt'), ['--check', '.'])),
    verdict('types and lint (oxlint)', () => run(bin('oxlint'), ['.'], AT_ONCE)),
    verdict('layers (dependency-cruiser)', () =>
      run(bin('depcruise'), [
        ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'],
        ...['apps', 'libs', 'tools', 'docker'],
      ]),
    ),
    verdict('paths from one package into another', upwardReaches),
    verdict('statements for a Citus are listed and tested there', doublesForCitus),
    verdict('entries of libraries', libraryEntries),
    ...BROWSER_APPS.map((app) =>
      verdict(`the catalogs of ${app} have every text (lingui)`, () =>
        run(
          join(root, app, 'node_modules/.bin/lingui'),
          ['check', 'sync', '--workers', '1'],
          {},
          join(root, app),
        ),
      ),
    ),
    verdict('packages, files and exports that nothing uses (knip)', () =>
      run(bin('knip'), ['--no-progress', '--no-config-hints']),
    ),
    verdict('one copy of NestJS and TypeORM', singleCopies),
    verdict(
      'docs/openapi.json, docs/asyncapi.json, docs/devices.md, docs/farm-file.md and libs/client match the code',
      () => run(process.execPath, ['tools/dev/openapi.mjs', '--check']),
    ),
    verdict('docs/openapi.json and docs/asyncapi.json (redocly)', openapiLint),
    verdict('paths and links in pages', namedPaths),
    verdict('docs/claims.md quotes its pages', quotedClaims),
  ]) {
    const verdict = await find();
    print(verdict);
    verdicts.push(verdict);
  }
  return verdicts;
}

/**
 * @param {string} title
 * @param {() => Promise<string | undefined>} check returns the problem, if there is one
 * @returns {() => Promise<Verdict>}
 */
export function verdict(title, check) {
  return async () => {
    const began = Date.now();
    const problem = await check();
    return { title, problem, seconds: ((Date.now() - began) / 1000).toFixed(1) };
  };
}

/** @param {string} name */
function bin(name) {
  return join(root, 'node_modules/.bin', name);
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [cwd]
 * @returns {Promise<string | undefined>} its output, when it fails
 */
function run(file, args, env = {}, cwd = root) {
  const child = spawnChild(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) =>
      resolve(code === 0 ? undefined : output.trim() || `${file} ended with code ${code}`),
    );
  });
}

/** Two copies of either mean two sets of classes and tokens, and Nest finds none of the other's. */
async function singleCopies() {
  const installed = readdirSync(join(root, 'node_modules/.pnpm'));
  const problems = ['@nestjs+core@', 'typeorm@'].flatMap((prefix) => {
    const copies = installed.filter((name) => name.startsWith(prefix));
    return copies.length === 1 ? [] : [`${copies.length} copies of ${prefix}: ${copies.join(', ')}`];
  });
  return problems.length > 0 ? problems.join('\n') : undefined;
}
