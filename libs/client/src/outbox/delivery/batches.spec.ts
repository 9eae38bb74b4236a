import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { batchesOf, MAX_BYTES, MAX_RECORDS } from './batches.ts';

const record = (notes = '') => ({ sessionId: 's', workerId: 'w', units: 1, clientEventId: 'e', notes });
const bytesOf = (records: unknown[]) => Buffer.byteLength(JSON.stringify({ records }));

describe('batches of records', () => {
  it('have at most a thousand', () => {
    const sizes = [...batchesOf(Array(2_500).fill(record()), (item) => item)].map(({ length }) => length);
    expect(sizes).toEqual([MAX_RECORDS, MAX_RECORDS, 500]);
    expect(MAX_RECORDS).toBe(1_000);
  });

  it('are smaller than 5 MB, as large as possible, in order, and complete', () => {
    const notes = fc.tuple(
      fc.constantFrom('a', 'é', '漢', '🍒', '\n', '"'),
      fc.integer({ min: 1, max: 700_000 }),
    );
    fc.assert(
      fc.property(fc.array(notes, { maxLength: 12 }), (given) => {
        const records = given.map(([letter, times]) => record(letter.repeat(times)));
        const batches = [...batchesOf(records, (item) => item)];
        expect(batches.flat()).toEqual(records);
        batches.forEach((batch, i) => {
          expect(batch.length === 1 || bytesOf(batch) <= MAX_BYTES).toBe(true);
          const next = batches[i + 1]?.[0];
          if (next) expect(bytesOf([...batch, next])).toBeGreaterThan(MAX_BYTES);
        });
      }),
      { numRuns: 30 },
    );
    expect(MAX_BYTES).toBeLessThan(5 * 1_048_576);
  });

  it('of nothing are none', () => {
    expect([...batchesOf([], record)]).toEqual([]);
  });
});
