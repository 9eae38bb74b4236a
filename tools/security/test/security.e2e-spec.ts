import { beforeAll, describe, expect, it } from '@jest/globals';
import { run, SecurityRun } from './security-run.ts';

describe('npm run security', () => {
  let done: SecurityRun;
  beforeAll(async () => {
    // one-company.e2e-spec.ts runs two other suites; cost.e2e-spec.ts proves what the last one finds.
    done = await SecurityRun.of('tenants', 'topics', 'fuzz', 'limits');
  });

  it('no company sees data of another, at any endpoint', () => {
    done.expectClean(1, 'tenants', 'other company');
    done.expectClean(1, 'tenants', 'operations of docs/openapi.json');
  });
  it('no user changes data of a colleague', () => done.expectClean(1, 'tenants', 'other owner'));
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
      done.expectClean(1, 'tenants', row);
  });
  it('roles and scopes without permission are refused', () => done.expectClean(1, 'tenants', 'no scope'));
  it('permitted requests are served, so that the refusals are caused by the credential', () =>
    done.expectClean(1, 'tenants', 'own'));
  it('every MQTT topic is available only to its own device', () => done.expectClean(7, 'topics'));
  it('any input gets a documented response, never a 500 or internals', () => done.expectClean(30, 'fuzz'));
  it('injected text is returned as text', () =>
    done.expectClean(1, 'fuzz', 'injected text is read back unchanged'));
  it('slow and silent connections are closed, and others are served meanwhile', () => {
    for (const what of ['slow heads', 'silent connections'])
      for (const host of ['API', 'gateway']) done.expectClean(1, 'limits', `${what}, the ${host}`);
    done.expectClean(1, 'limits', 'incomplete bodies');
  });
  it('bodies are refused that are too large, too deep, or small until they are decompressed', () => {
    for (const what of ['bodies over the limit', 'compressed bombs', 'image bombs'])
      done.expectClean(1, 'limits', what);
    done.expectClean(1, 'limits', 'deep, wide and unterminated JSON');
    done.expectClean(1, 'limits', 'malformed multipart bodies');
  });
  it('packets that are no MQTT harm no other client', () =>
    done.expectClean(1, 'limits', 'mutated MQTT packets'));
  it('input that is not HTTP is refused in the usual shape', () => {
    for (const host of ['API', 'gateway']) done.expectClean(1, 'limits', `malformed requests, the ${host}`);
  });
  it('no log contains a secret', () => done.expectClean(4, 'logs'));

  it('prints its usage', async () => {
    const { stdout } = await run('--help');
    expect(stdout).toMatch(/tenants[\s\S]*limits[\s\S]*two-step[\s\S]*loops[\s\S]*--quick[\s\S]*--seed/);
    await expect(run('nothing')).rejects.toMatchObject({ code: 1 });
  });
});
