// Generates documents from the code into docs/ and the client: `npm run openapi`.
import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { agronomyPlots } from './openapi/agronomy-plots.mjs';
import { deviceTables } from './openapi/device-tables.mjs';
import { farmFileTables, limitsTable } from './openapi/farm-file-tables.mjs';
import { withTables } from './openapi/tables.mjs';

const HELP = `npm run openapi              generates docs/openapi.json and docs/asyncapi.json from the code, and from them
                             libs/client/src/generated/api.ts, the tables of docs/devices.md and docs/farm-file.md, and the
                             plots of docs/agronomy.md
npm run openapi -- --check   writes nothing, and fails if a file differs from the code`;
/** The gateway's address under `npm start`. */
const GATEWAY = '127.0.0.1:3001';
/** The length to which the client's types fill a line. */
const LINE = 130;

if (process.argv.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
/** @param {string} path of a built module */
const built = (path) => import(new URL(`../../${path}`, import.meta.url).href);

const { describeOffline } = await built('apps/api/dist/offline-document.js');
const telemetry = await built('libs/telemetry/dist/index.js');
const { FARM_SCHEMA, MOST_IN_USE } = await built('libs/farm-file/dist/index.js');
const document = await describeOffline();
await keep('docs/openapi.json', json(document));
await keep('libs/client/src/generated/api.ts', await clientTypes(document));
await keep('docs/asyncapi.json', json(telemetry.describeTopics(GATEWAY)));
await keep('docs/devices.md', await deviceTables(await textOf('docs/devices.md'), telemetry));
for (const [path, plot] of Object.entries(agronomyPlots(await built('libs/telemetry/dist/domain/index.js'))))
  await keep(path, plot);
const farmFile = await textOf('docs/farm-file.md');
const farmTables = { ...farmFileTables(FARM_SCHEMA), limits: limitsTable(MOST_IN_USE) };
await keep('docs/farm-file.md', await withTables('docs/farm-file.md', farmFile, farmTables));

/**
 * The types of the client: without examples, and without headers and descriptions of responses, which are in the
 * document.
 *
 * @param {object} document
 */
async function clientTypes(document) {
  const lean = JSON.stringify(document, function (name, value) {
    const isLeftOut = ['example', 'examples', 'headers'].includes(name);
    return isLeftOut || (name === 'description' && 'content' in this) ? undefined : value;
  });
  return COMMENT_HEADER + terse(astToString(await openapiTypes(lean)));
}

/**
 * Generated types without what states nothing: members that are never there, empty objects, headers of any name, and
 * tags of documentation that repeat the type. A short object stands on one line.
 *
 * @param {string} types
 */
function terse(types) {
  const stated = types
    .replace(/^ +\w+\?: never;\n/gm, '')
    .replace(/^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm, '')
    .replace(/^ +\/\*\* @(?:enum \{.*\}|constant) \*\/\n/gm, '')
    .replace(/^ +\* @(?:enum \{.*\}|constant)\n/gm, '')
    .replace(/^( +)\/\*\*\n +\* @description (.*)\n +\*\/\n/gm, '$1/** @description $2 */\n');
  const [paths = '', operations = ''] = stated.split(/(?=^export interface operations)/m);
  const whole =
    paths.replace(/^ +parameters: \{\n +\};\n/gm, '') +
    operations.replace(/: \{\n +\};\n/g, ': Record<string, never>;\n');
  return withShortObjects(whole);
}

/**
 * @param {string} types
 * @returns {string}
 */
function withShortObjects(types) {
  const shorter = types.replace(
    /^(.*)\{\n((?: +[^\s/*].*;\n)+?) +\}(.*)$/gm,
    (all, before, members, after) => {
      const line = `${before}{ ${members.trim().replace(/;\n +/g, '; ').slice(0, -1)} }${after}`;
      return line.length > LINE ? all : line;
    },
  );
  return shorter === types ? types : withShortObjects(shorter);
}

/** @param {unknown} value */
function json(value) {
  const oxfmt = fileURLToPath(new URL('../../node_modules/.bin/oxfmt', import.meta.url));
  return execFileSync(oxfmt, ['--stdin-filepath', 'document.json'], {
    ...{ input: JSON.stringify(value), encoding: 'utf8', maxBuffer: 16 * 1_024 * 1_024 },
  });
}

/** @param {string} path */
function textOf(path) {
  return readFile(new URL(`../../${path}`, import.meta.url), 'utf8').catch(() => '');
}

/**
 * @param {string} path
 * @param {string} text the new content
 */
async function keep(path, text) {
  const kept = await textOf(path);
  if (kept === text) {
    console.log(`${path} is up to date.`);
  } else if (process.argv.includes('--check')) {
    console.error(`${difference(path, kept, text)}\nRun \`npm run openapi\` and commit ${path}.`);
    process.exitCode = 1;
  } else {
    await writeFile(new URL(`../../${path}`, import.meta.url), text);
    console.log(`${path} was updated.`);
  }
}

/**
 * @param {string} path
 * @param {string} kept
 * @param {string} described
 */
function difference(path, kept, described) {
  const [was, is] = [kept.split('\n'), described.split('\n')];
  const line = is.findIndex((text, index) => text !== was[index]);
  return `${path} differs from the code, first in line ${line + 1}:\n- ${was[line] ?? ''}\n+ ${is[line] ?? ''}`;
}
