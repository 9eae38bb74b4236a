import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const FILES = ['docs/openapi.json', 'docs/asyncapi.json'].map((path) =>
  fileURLToPath(new URL(`../../../../${path}`, import.meta.url)),
);

/**
 * Exceptions to the rules of Redocly: the project has no licence yet, an upgrade to WebSocket answers 101, signing in
 * answers redirects, and no form can have the id `records`, because ids are UUIDs.
 */
const EXCEPTIONS = [
  'info-license #/info',
  'operation-2xx-response #/paths/~1mqtt/get/responses',
  'operation-2xx-response #/paths/~1api~1console~1sign-in/post/responses',
  'operation-2xx-response #/paths/~1api~1console~1callback/get/responses',
  'no-ambiguous-paths #/paths/~1api~1control~1forms~1{formId}~1records',
];

/**
 * Applies Redocly's recommended rules, including warnings.
 *
 * @returns {Promise<string | undefined>} the problems, one per line
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
  const unexpected = lines.filter(({ place }) => !EXCEPTIONS.includes(place));
  return unexpected.length === 0
    ? undefined
    : unexpected.map(({ place, message }) => `${place}: ${message}`).join('\n');
}
