import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Shorter ones may occur in any line by chance. */
const MIN_LENGTH = 16;
const MEMBERS = new Set(['credential', 'deviceSecret', 'token', 'signature']);
const VARIABLES = /(?:_KEYS?|_TOKEN|_SECRET)$/;

const kept = new Set<string>();

/** Registers a secret that must not occur in any log of a service. */
export function keepSecret<Secret extends string>(secret: Secret): Secret {
  // Only the last part of a JWT or an API token is secret; the rest may be logged.
  const part = secret.split('.').at(-1) ?? '';
  if (part.length >= MIN_LENGTH) kept.add(part);
  return secret;
}

/** Registers every secret in an answer or a command's output. */
export function keepSecretsOf(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string' && MEMBERS.has(name)) keepSecret(member);
    else keepSecretsOf(member);
  }
}

/** Registers what a service is configured with: passwords and keys among its variables, and the keys in its home. */
export function keepSecretsOfService(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (URL.canParse(value) && new URL(value).password) keepSecret(new URL(value).password);
    else if (VARIABLES.test(name))
      for (const pair of value.split(',')) keepSecret(pair.split(':').at(-1) ?? '');
  }
  for (const text of keysIn(join(env['FURROW_HOME'] ?? '', 'keys')))
    keepSecret(text.split('\n').find((line) => line !== '' && !line.startsWith('-----')) ?? '');
}

function keysIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  } catch {
    return []; // the service got all of them by variables, or ended early
  }
}

/** The number of registered secrets. */
export const keptSecrets = (): number => kept.size;

/** @param env of the service that wrote it */
export function expectNoSecretsIn(log: string, env: Readonly<Record<string, string>>): void {
  keepSecretsOfService(env);
  const found = secretsIn(log);
  if (found.length > 0) throw new Error(`The log contains secrets: ${found.join(', ')}`);
}

/** The registered secrets in a text, shortened to their first characters. */
export function secretsIn(text: string): string[] {
  return [...kept].filter((secret) => text.includes(secret)).map((secret) => `${secret.slice(0, 4)}…`);
}
