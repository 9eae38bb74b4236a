import { beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { CredentialCache } from './credential-cache.ts';

describe('a credential cache', () => {
  const clock = new FixedClock('2026-03-01T12:00:00Z');
  let loads: string[];
  let answers: Map<string, () => Promise<string | undefined>>;
  let cache: CredentialCache<string>;

  beforeEach(() => {
    loads = [];
    answers = new Map();
    cache = new CredentialCache(
      clock,
      (key) => {
        loads.push(key);
        return answers.get(key)?.() ?? Promise.resolve(`value of ${key}`);
      },
      { ttl: 2_000, size: 2 },
    );
  });

  it('keeps an entry for two seconds', async () => {
    expect(await cache.get('a')).toBe('value of a');
    clock.advance(1_999);
    await cache.get('a');
    expect(loads).toEqual(['a']);
    clock.advance(1);
    await cache.get('a');
    expect(loads).toEqual(['a', 'a']);
  });

  it('does not keep an entry longer when a clock is set back', async () => {
    await cache.get('a');
    clock.advance(-3_600_000);
    await cache.get('a');
    expect(loads).toEqual(['a', 'a']);
  });

  it('caches neither a missing key nor a failure', async () => {
    answers.set('nobody', async () => undefined);
    answers.set('broken', () => Promise.reject(new Error('away')));
    for (const _ of [1, 2]) {
      expect(await cache.get('nobody')).toBeUndefined();
      await expect(cache.get('broken')).rejects.toThrow('away');
    }
    expect(loads).toEqual(['nobody', 'broken', 'nobody', 'broken']);
  });

  it('looks a key up once for concurrent requests', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    answers.set('a', () => promise);
    const asked = Promise.all([cache.get('a'), cache.get('a'), cache.get('a')]);
    resolve('one');
    expect(await asked).toEqual(['one', 'one', 'one']);
    expect(loads).toEqual(['a']);
  });

  it('evicts the oldest entry when it is full', async () => {
    for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) await cache.get(key);
    expect(loads).toEqual(['a', 'b', 'c', 'a']);
  });

  it('looks a key up again after it was dropped', async () => {
    await cache.get('a');
    cache.drop();
    await cache.get('a');
    expect(loads).toEqual(['a', 'a']);
  });

  it('does not cache a look-up during which its key was dropped, and later requests do not wait for it', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    answers.set('a', () => promise);
    const before = cache.get('a');
    cache.drop();
    answers.set('a', async () => 'new');
    expect(await cache.get('a')).toBe('new');
    resolve('old');
    expect(await before).toBe('old');
    expect(await cache.get('a')).toBe('new');
    expect(loads).toEqual(['a', 'a']);
  });
});
