// Writes the description of the API from its code, and the client's types from the description: `npm run openapi`.
import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import openapiTypes, { astToString, COMMENT_HEADER } from 'openapi-typescript';

const HELP = `npm run openapi              writes docs/openapi.json from the code of the API, and libs/client/src/api.ts from that
npm run openapi -- --check   writes nothing, and fails where a file says something else than the code`;

if (process.argv.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
const { describeOffline } = await import(
  new URL('../../apps/api/dist/openapi/offline.js', import.meta.url).href
);
const described = `${JSON.stringify(await describeOffline(), null, 2)}\n`;
await keep('docs/openapi.json', described);
await keep('libs/client/src/api.ts', COMMENT_HEADER + astToString(await openapiTypes(described)));

/**
 * @param {string} path
 * @param {string} text what the file is to hold
 */
async function keep(path, text) {
  const file = new URL(`../../${path}`, import.meta.url);
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept === text) {
    console.log(`${path} says what the code says.`);
  } else if (process.argv.includes('--check')) {
    console.error(`${difference(path, kept, text)}\nRun \`npm run openapi\` and commit ${path}.`);
    process.exitCode = 1;
  } else {
    await writeFile(file, text);
    console.log(`${path} was written anew.`);
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
