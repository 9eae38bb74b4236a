import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressKey } from './address-key.ts';

describe('the key of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['64:ff9b::192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:4711', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1%eth0', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['999.0.2.7', '999.0.2.7'],
    ['', ''],
    [undefined, ''],
  ])('%s counts as %s', (address, key) => expect(addressKey(address)).toBe(key));

  it('is the same throughout a /64, and different in another', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0x2000n << 48n, (0x4000n << 48n) - 2n),
        fc.bigInt(0n, (1n << 64n) - 1n),
        (network, host) => {
          const at = (high: bigint, low: bigint) => {
            const digits = ((high << 64n) | low).toString(16).padStart(32, '0');
            return addressKey((digits.match(/.{4}/g) as string[]).join(':'));
          };
          expect(at(network, host)).toBe(at(network, 0n));
          expect(at(network + 1n, host)).not.toBe(at(network, host));
        },
      ),
    );
  });

  it('is short for any input', () => {
    for (const text of ['x'.repeat(100_000), `[${':'.repeat(100_000)}]`, '1'.repeat(100_000)])
      expect(addressKey(text).length).toBeLessThanOrEqual(45);
  });
});
