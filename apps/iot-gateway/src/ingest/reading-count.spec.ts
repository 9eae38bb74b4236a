import { describe, expect, it } from '@jest/globals';
import { countOf } from './reading-count.ts';

describe('the readings of a payload', () => {
  it('are counted without decoding it', () => {
    expect(countOf(Buffer.from(JSON.stringify(Array.from({ length: 9 }, () => ({ te: 1 })))))).toBe(9);
  });

  it('are one where it is not an object, or empty', () => {
    for (const text of ['', 'nonsense', '7']) expect(countOf(Buffer.from(text))).toBe(1);
  });
});
