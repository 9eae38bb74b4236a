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

  it('are fetched once for all who ask, and kept for ten minutes', async () => {
    const { kid } = provider.key;
    const found = await Promise.all([keys.find(kid), keys.find(kid), keys.find(undefined)]);
    expect(found.every((key) => key?.equals(provider.key.publicKey))).toBe(true);
    clock.advance(10 * MINUTE - 1);
    await keys.find(kid);
    expect(provider.fetches).toBe(1);
    clock.advance(1);
    await keys.find(kid);
    expect(provider.fetches).toBe(2);
  });

  it('are looked for again when a key id is unknown, so a rotation is picked up at once', async () => {
    const old = provider.key.kid;
    await keys.find(old);
    provider.rotate();
    expect(await keys.find(provider.key.kid)).toBeDefined();
    expect(await keys.find(old)).toBeUndefined();
  });

  it('cannot be made to hammer the endpoint by made-up key ids, which push out no good key', async () => {
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

  it('outlive an endpoint that is out of order by an hour', async () => {
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
});
