import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Shorter ones are words that may stand in any line. */
const MIN_LENGTH = 16;
const MEMBERS = new Set(['credential', 'deviceSecret', 'token', 'signature']);
const VARIABLES = /(?:_KEYS?|_TOKEN|_SECRET)$/;

const kept = new Set<string>();

/** Nothing that is told here may ever stand in a log of a service. */
export function keepSecret<Secret extends string>(secret: Secret): Secret {
  // Of a JWT and of an API token the last part alone is secret; the rest may be told, and names it.
  const part = secret.split('.').at(-1) ?? '';
  if (part.length >= MIN_LENGTH) kept.add(part);
  return secret;
}

/** Every secret that an answer, or what a command printed, holds. */
export function keepSecretsOf(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string' && MEMBERS.has(name)) keepSecret(member);
    else keepSecretsOf(member);
  }
}

/** What a service is given to know: passwords and keys among its variables, and the keys in its home. */
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
    return []; // the service was given all of them, or never came so far
  }
}

/** How many there are by now. */
export const keptSecrets = (): number => kept.size;

/** Those that stand in a text, each but for its first letters. */
export function secretsIn(text: string): string[] {
  return [...kept].filter((secret) => text.includes(secret)).map((secret) => `${secret.slice(0, 4)}…`);
}
