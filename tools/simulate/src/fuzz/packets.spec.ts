import { describe, expect, it } from '@jest/globals';
import { Random } from '@furrow/program';
import { mutated, validPackets } from './packets.ts';

const some = (seed: number) => {
  const random = new Random(seed);
  const packets = validPackets('ws-01');
  return Array.from({ length: 2_000 }, () =>
    mutated(random.pick(packets), random.pick(packets), random).toString('hex'),
  );
};

describe('mutated packets', () => {
  it('are the same for the same seed, and different for another', () => {
    expect(some(1)).toEqual(some(1));
    expect(some(1)).not.toEqual(some(2));
  });

  it('are of many kinds, and short', () => {
    const packets = some(3).filter((hex) => hex !== '');
    expect(new Set(packets).size).toBeGreaterThan(1_500);
    expect(new Set(packets.map((hex) => hex.slice(0, 1))).size).toBe(16);
    expect(Math.max(...packets.map(({ length }) => length / 2))).toBeLessThan(5_000);
  });
});
