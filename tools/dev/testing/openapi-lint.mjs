import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const FILES = ['docs/openapi.json', 'docs/asyncapi.json'].map((path) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
);

/**
 * What the rules of Redocly do not know: nobody has chosen a licence, an upgrade to a WebSocket answers 101, signing in
 * answers redirects, and a form whose id is `records` there cannot be, for ids are UUIDs.
 */
const EXCEPTIONS = [
  'info-license #/info',
  'operation-2xx-response #/paths/~1mqtt/get/responses',
  'operation-2xx-response #/paths/~1api~1console~1sign-in/post/responses',
  'operation-2xx-response #/paths/~1api~1console~1callback/get/responses',
  'no-ambiguous-paths #/paths/~1api~1control~1forms~1{formId}~1records',
];

/**
 * By Redocly's recommended rules, its warnings included.
 *
 * @returns {Promise<string | undefined>} the problems, a line each
 */
export async function openapiLint() {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = [];
  for (const file of FILES) {
    const source = await readFile(file, 'utf8');
    problems.push(...(await lintFromString({ source, absoluteRef: file, config })));
  }
  const lines = problems.map(({ ruleId, message, location: [at] }) => ({
    place: `${ruleId} ${at?.pointer ?? ''}`,
    message,
  }));
  const told = lines.filter(({ place }) => !EXCEPTIONS.includes(place));
  return told.length === 0 ? undefined : told.map(({ place, message }) => `${place}: ${message}`).join('\n');
}
