import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PLAIN_ENVIRONMENT } from '@furrow/testbed';
import { beforeAll, describe, expect, it } from '@jest/globals';

const SECURITY = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const SEED = '7';
const TIMEOUT_MS = 600_000;

interface Check {
  readonly suite: string;
  readonly what: string;
  readonly asked: number;
  readonly problems: readonly string[];
}

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [SECURITY, ...args], {
    env: { ...process.env, ...PLAIN_ENVIRONMENT, NODE_OPTIONS: '' },
  });

describe('npm run security', () => {
  let checks: readonly Check[];
  beforeAll(async () => {
    // Leaves out the cost part, which `npm run security` runs; cost.e2e-spec.ts proves what it finds.
    const { stdout } = await run(
      ...['tenants', 'topics', 'fuzz', 'limits', 'two-step', 'loops'],
      ...['--seed', process.env['FURROW_TEST_SEED'] ?? SEED, '--quick', '--busy'],
      ...['--requests', '200', '--sockets', '200', '--json'],
    ).catch(
      // It prints its results on stdout also when it fails.
      (error: unknown) => {
        const failed = error as { stdout: string; stderr: string };
        if (failed.stdout === '') throw new Error(failed.stderr);
        return failed;
      },
    );
    checks = (JSON.parse(stdout) as { checks: Check[] }).checks;
  }, TIMEOUT_MS);

  const of = (suite: string, what?: string) =>
    checks.filter((check) => check.suite === suite && (what === undefined || check.what === what));
  const expectClean = (found: readonly Check[], least: number) => {
    expect(found.length).toBeGreaterThanOrEqual(least);
    for (const { what, asked, problems } of found) {
      expect({ what, problems }).toEqual({ what, problems: [] });
      expect({ what, tried: asked > 0 }).toEqual({ what, tried: true });
    }
  };

  it('no company sees data of another, at any endpoint', () => {
    expectClean(of('tenants', 'other company'), 1);
    expectClean(of('tenants', 'operations of docs/openapi.json'), 1);
  });
  it('no user changes data of a colleague', () => expectClean(of('tenants', 'other owner'), 1));
  it('every invalid credential is refused at every endpoint, as documented', () => {
    const rows = [
      'revoked',
      'expired',
      'malformed',
      'wrong issuer',
      'wrong audience',
      'alg: none',
      'other kid',
    ];
    for (const row of [...rows, 'HS256 with the public key', 'another key', 'another kind', 'no credential'])
      expectClean(of('tenants', row), 1);
  });
  it('roles and scopes without permission are refused', () => expectClean(of('tenants', 'no scope'), 1));
  it('permitted requests are served, so that the refusals are caused by the credential', () =>
    expectClean(of('tenants', 'own'), 1));
  it('every MQTT topic is available only to its own device', () => expectClean(of('topics'), 7));
  it('any input gets a documented response, never a 500 or internals', () => expectClean(of('fuzz'), 30));
  it('injected text is returned as text', () =>
    expectClean(of('fuzz', 'injected text is read back unchanged'), 1));
  it('slow and silent connections are closed, and others are served meanwhile', () => {
    for (const what of ['slow heads', 'silent connections'])
      for (const host of ['API', 'gateway']) expectClean(of('limits', `${what}, the ${host}`), 1);
    expectClean(of('limits', 'incomplete bodies'), 1);
  });
  it('bodies are refused that are too large, too deep, or small until they are decompressed', () => {
    for (const what of ['bodies over the limit', 'compressed bombs', 'image bombs'])
      expectClean(of('limits', what), 1);
    expectClean(of('limits', 'deep, wide and unterminated JSON'), 1);
    expectClean(of('limits', 'malformed multipart bodies'), 1);
  });
  it('packets that are no MQTT harm no other client', () =>
    expectClean(of('limits', 'mutated MQTT packets'), 1));
  it('input that is not HTTP is refused in the usual shape', () => {
    for (const host of ['API', 'gateway']) expectClean(of('limits', `malformed requests, the ${host}`), 1);
  });
  it('state that a company has made multiplies with no small input, also after a restart', () =>
    expectClean(of('two-step'), 1));
  it('many clients of one company leave room for another one', () => expectClean(of('loops'), 2));
  it('no log contains a secret', () => expectClean(of('logs'), 4));

  it('prints its usage', async () => {
    const { stdout } = await run('--help');
    expect(stdout).toMatch(/tenants[\s\S]*limits[\s\S]*two-step[\s\S]*loops[\s\S]*--quick[\s\S]*--seed/);
    await expect(run('nothing')).rejects.toMatchObject({ code: 1 });
  });
});
