import { expect, it } from '@jest/globals';
import { TokenBuckets } from '@furrow/http/limits';
import type { Request, Response } from 'express';
import { addressRateLimit, type RateLimits } from './rate-limits.ts';

function passing(...addresses: string[]): string[] {
  const passed: string[] = [];
  const limits = { address: new TokenBuckets(1, { burst: 1, now: () => 0 }) } as unknown as RateLimits;
  const limit = addressRateLimit(limits, () => undefined);
  for (const ip of addresses) limit({ ip } as Request, {} as Response, () => passed.push(ip));
  return passed;
}

it('all addresses of one IPv6 subscriber count as one', () => {
  expect(passing('2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:db8:1:3::1')).toEqual([
    '2001:db8:1:2::1',
    '2001:db8:1:3::1',
  ]);
  expect(passing('192.0.2.1', '::ffff:192.0.2.1', '192.0.2.2')).toEqual(['192.0.2.1', '192.0.2.2']);
});
