import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { TestIdentityProvider } from '../../testing/identity-provider.ts';
import { JwksKeys } from './jwks-keys.ts';

const MINUTE = 60_000;

describe('the keys of a JWKS endpoint', () => {
  const clock = new FixedClock('2026-03-01T12:00:00Z');
  let provider: TestIdentityProvider;
  let keys: JwksKeys;
  beforeEach(async () => {
    provider = await TestIdentityProvider.start();
    keys = new JwksKeys(provider.jwksUri, clock);
  });
  afterEach(() => provider.stop());
  const fetched = async (times: number) => {
    while (provider.fetches < times) await new Promise(setImmediate);
  };
  const msOf = async (work: Promise<unknown>) => {
    const began = performance.now();
    await work;
    return performance.now() - began;
  };

  it('are fetched once for concurrent requests, and cached for ten minutes', async () => {
    const { kid } = provider.key;
    const found = await Promise.all([keys.find(kid), keys.find(kid), keys.find(undefined)]);
    expect(found.every((key) => key?.equals(provider.key.publicKey))).toBe(true);
    clock.advance(10 * MINUTE - 1);
    await keys.find(kid);
    expect(provider.fetches).toBe(1);
    clock.advance(1);
    expect(await keys.find(kid)).toBeDefined();
    await fetched(2); // in the background of the first request
    expect(provider.fetches).toBe(2);
  });

  it('are fetched again for an unknown key id, so that a rotation takes effect at once', async () => {
    const old = provider.key.kid;
    await keys.find(old);
    provider.rotate();
    expect(await keys.find(provider.key.kid)).toBeDefined();
    expect(await keys.find(old)).toBeUndefined();
  });

  it('are not fetched for each invented key id, and invented ids evict no good key', async () => {
    await keys.find(provider.key.kid);
    for (let n = 0; n < 50; n++) expect(await keys.find(`made-up-${n}`)).toBeUndefined();
    expect(provider.fetches).toBe(5);
    expect(await keys.find(provider.key.kid)).toBeDefined();
    provider.rotate();
    expect(await keys.find(provider.key.kid)).toBeUndefined();
    clock.advance(10_000);
    expect(await keys.find(provider.key.kid)).toBeDefined();
    expect(provider.fetches).toBe(6);
  });

  it('stay valid for an hour while the endpoint fails', async () => {
    const { kid } = provider.key;
    await keys.find(kid);
    provider.isDown = true;
    clock.advance(59 * MINUTE);
    expect(await keys.find(kid)).toBeDefined();
    await expect(keys.find('unknown')).rejects.toMatchObject({ code: 'identity_provider_unavailable' });
    clock.advance(MINUTE);
    await expect(keys.find(kid)).rejects.toMatchObject({ code: 'identity_provider_unavailable' });
    provider.isDown = false;
    expect(await keys.find(kid)).toBeDefined();
  });

  it('that are known do not wait for an endpoint that hangs, and are fetched as soon as it answers', async () => {
    keys = new JwksKeys(provider.jwksUri, clock, 20_000);
    const { kid } = provider.key;
    await keys.find(kid);
    provider.hangs = true;
    clock.advance(11 * MINUTE);
    expect(await msOf(keys.find(kid))).toBeLessThan(10_000);
    await fetched(2);
    for (let user = 0; user < 20; user++) expect(await msOf(keys.find(kid))).toBeLessThan(10_000);
    expect(provider.fetches).toBe(2);
  });

  it('that were unused for long are fetched first, but for at most a second', async () => {
    const { kid } = provider.key;
    await keys.find(kid);
    clock.advance(21 * MINUTE);
    provider.rotate();
    expect(await keys.find(kid)).toBeUndefined(); // withdrawn meanwhile
    clock.advance(21 * MINUTE);
    provider.hangs = true;
    const late = await msOf(keys.find(provider.key.kid).then((key) => expect(key).toBeDefined()));
    expect(late).toBeLessThan(20_000);
  });

  it('that are unknown wait once, together and for a limited time, for an endpoint that hangs', async () => {
    keys = new JwksKeys(provider.jwksUri, clock, 2_000);
    await keys.find(provider.key.kid);
    provider.hangs = true;
    const unavailable = { code: 'identity_provider_unavailable' };
    const asked = Array.from({ length: 5 }, (_, n) =>
      expect(keys.find(`new-${n}`)).rejects.toMatchObject(unavailable),
    );
    expect(await msOf(Promise.all(asked))).toBeLessThan(4 * 2_000);
    expect(provider.fetches).toBe(2);
    // After a failed fetch requests do not wait for another one.
    const again = expect(keys.find('new-0')).rejects.toMatchObject(unavailable);
    expect(await msOf(again)).toBeLessThan(2_000);
    expect(await keys.find(provider.key.kid)).toBeDefined();
    provider.hangs = false;
    clock.advance(5_000);
    expect(await keys.find('new-0')).toBeUndefined();
  });

  it('are not fetched again at once when the endpoint does not have them', async () => {
    await keys.find(provider.key.kid);
    for (let n = 0; n < 10; n++) expect(await keys.find('unknown')).toBeUndefined();
    expect(provider.fetches).toBe(2);
    clock.advance(5_000);
    await keys.find('unknown');
    expect(provider.fetches).toBe(3);
  });
});
