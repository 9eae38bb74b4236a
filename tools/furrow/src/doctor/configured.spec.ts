import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@furrow/config';
import { knownVariables } from '@furrow/config/testing';
import fc from 'fast-check';
import { configured } from './configured.ts';

const DATABASE_URL = 'postgresql://furrow@db.example/furrow';
const NAMES = [...knownVariables(), 'NODE_ENV'];
const folder = mkdtempSync(join(tmpdir(), 'furrow-configured-'));
const garbage = join(folder, 'garbage');
writeFileSync(garbage, 'neither this nor that');
afterAll(() => rmSync(folder, { recursive: true }));

/** A valid value for each variable, and many invalid ones. */
const VALUES = [
  ...['production', 's3', 'true', '1', '1h', 'acme:a-static-key-of-24-chars', 'x'.repeat(40), 'x', 'otlp'],
  ...['https://id.example/', DATABASE_URL, 'redis://redis.example', 'mqtt://broker.example'],
];
/** The ways to set a variable: directly, or by a file that exists or does not. */
const settingsOf = (name: string) => [
  ...VALUES.map((value) => ({ [name]: value })),
  ...[garbage, join(folder, 'none')].map((path) => ({ [`${name}_FILE`]: path })),
];

const ENVIRONMENTS: Record<string, string>[] = [
  {},
  { DATABASE_URL },
  { DATABASE_URL, NODE_ENV: 'production' },
];

/**
 * Reads the configuration as the doctor does; fails if that takes more passes than there are variables to leave out.
 */
function reading(env: Record<string, string>) {
  let rounds = 0;
  return configured(env, (...args) => {
    if (++rounds > Object.keys(env).length + 2)
      throw new Error(`It goes round and round: ${JSON.stringify(env)}`);
    return loadConfig(...args);
  });
}

describe('the configuration for furrow doctor', () => {
  it.each(NAMES)('is read completely with nothing but %s', (name) => {
    for (const setting of settingsOf(name))
      for (const environment of ENVIRONMENTS) {
        const { config, findings } = reading({ ...environment, ...setting });
        expect(config.database.url).toBeTruthy();
        expect(new Set(findings.map(({ message }) => message)).size).toBe(findings.length);
      }
  });

  it('is read completely with any part of it', () => {
    const setting = fc.constantFrom(...NAMES).chain((name) => fc.constantFrom(...settingsOf(name)));
    fc.assert(
      fc.property(fc.array(setting, { maxLength: 12 }), (settings) => {
        const { config } = reading(Object.assign({}, ...settings) as Record<string, string>);
        expect(config.database.url).toBeTruthy();
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [{ MEDIA_DRIVER: 's3' }, ['S3_BUCKET is missing']],
    [
      { USER_JWT_ISSUER: 'https://id.example/' },
      ['USER_JWT_AUDIENCE is missing', 'USER_JWT_JWKS_URI is missing'],
    ],
    [{ MEDIA_DRIVER: 's3', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a' }, ['S3_SECRET_ACCESS_KEY is missing']],
    [{ LOG_LEVEL_FILE: garbage }, ['LOG_LEVEL must be one of']],
  ])('with %j reports the problem once, and omits that part', (setting, wrong) => {
    const { config, hasDatabase, findings } = reading({ DATABASE_URL, ...setting });
    expect(findings.map(({ state, message }) => [state, message])).toEqual(
      wrong.map((message) => ['wrong', expect.stringContaining(message)]),
    );
    expect(hasDatabase).toBe(true);
    expect(config).toEqual(
      loadConfig({ DATABASE_URL, ...('S3_BUCKET' in setting && { MEDIA_DRIVER: 's3', S3_BUCKET: 'b' }) }),
    );
  });

  it('needs no database address', () => {
    expect(reading({ DATABASE_URL: 'mysql://db.example' })).toMatchObject({
      hasDatabase: false,
      findings: [{ state: 'wrong', message: expect.stringContaining('DATABASE_URL must be') }],
    });
  });
});
