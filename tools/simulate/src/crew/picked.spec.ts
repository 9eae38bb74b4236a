import { expect, it } from '@jest/globals';
import { isStored, type Movement, pickedBy } from './picked.ts';

const CRATE = { key: 'crate', unit: 'kg', tare: 2.1, min: null, max: null };
const record = { clientEventId: 'e', container: null, workerId: null, shares: null };

it('a delivery is stored with its units, its container and the part of each worker, or is missing', () => {
  const deliveries = Array.from({ length: 200 }, () => pickedBy('ana', 'ben', CRATE));
  const shared = deliveries.filter(({ sent }) => 'shares' in sent);
  const contained = deliveries.filter(({ sent }) => 'container' in sent);
  expect([shared.length > 0, contained.length > 0, shared.length < 200]).toEqual([true, true, true]);
  for (const delivery of deliveries) {
    const { units, parts, sent } = delivery;
    const container = 'container' in sent ? 'crate' : null;
    const who = 'shares' in sent ? { shares: parts } : { workerId: 'ana' };
    const stored: Movement = { ...record, units, container, ...who };
    expect(isStored(delivery, stored)).toBe(true);
    expect(isStored(delivery, { ...stored, units: units + 1 })).toBe(false);
    expect(isStored(delivery, { ...stored, container: 'bin' })).toBe(false);
    const others = parts.map((part, index) => ({ ...part, units: part.units + (index === 0 ? 1 : -1) }));
    expect(isStored(delivery, { ...stored, workerId: 'ben', shares: 'shares' in sent ? others : null })).toBe(
      false,
    );
  }
});

it('a worker picks alone where there is nobody else, and without containers where there are none', () => {
  const deliveries = Array.from({ length: 50 }, () => pickedBy('ana', undefined, undefined).sent);
  expect(deliveries.filter((sent) => 'shares' in sent || 'container' in sent)).toEqual([]);
});
