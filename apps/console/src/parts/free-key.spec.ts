import { describe, expect, it } from '@jest/globals';
import { freeKey } from './free-key.ts';

describe('a key', () => {
  it.each([
    ['Helada en la Vega', [], 'helada-en-la-vega'],
    ['Frost', ['frost'], 'frost-2'],
    ['Frost', ['frost', 'frost-2'], 'frost-3'],
    ['Ñandú / 3', [], 'nandu-3'],
    ['🍒', [], 'alert'],
  ])('of %j beside %j is %j', (name, taken, key) => expect(freeKey(name, taken, 'alert')).toBe(key));
});
