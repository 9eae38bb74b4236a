import { RateLimited } from '@furrow/http';
import type { Config } from '@furrow/config';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { LoginThrottle } from './login-throttle.ts';

const ADDRESS = '192.0.2.1';
/** Per address, as in docs/security.md. */
const [AT_ONCE, A_SECOND] = [10_000, 200];

describe('secrets that are checked per address', () => {
  let throttle: LoginThrottle;
  beforeEach(() => {
    throttle = new LoginThrottle({ rateLimitPerSecond: 1 } as Config);
  });

  it('are limited until one is right, across all devices, without affecting other addresses', () => {
    const began = performance.now();
    let looked = 0;
    expect(() => {
      for (; looked < 2 * AT_ONCE; looked++) throttle.begin(ADDRESS, `d-${looked}`);
    }).toThrow(RateLimited);
    const seconds = (performance.now() - began) / 1_000;
    expect(looked).toBeGreaterThanOrEqual(AT_ONCE);
    expect(looked).toBeLessThanOrEqual(AT_ONCE + A_SECOND * seconds + 1);
    expect(() => throttle.begin('192.0.2.2', 'd-0')).not.toThrow();
  });

  it('count no longer once they are right, so that a whole fleet may connect at once', () => {
    for (let i = 0; i < 2 * AT_ONCE; i++) throttle.begin(ADDRESS, `d-${i}`).forget();
    expect(() => throttle.begin(ADDRESS, 'd-0')).not.toThrow();
  });
});
