import { describe, expect, it } from '@jest/globals';
import { appended } from './compact.ts';

describe('appended', () => {
  it('makes a list of the first item, and goes on with the list of all others', () => {
    const one = appended(undefined, 'a');
    expect(one).toEqual(['a']);
    expect(appended(one, 'b')).toBe(one);
    expect(one).toEqual(['a', 'b']);
  });

  it('leaves an empty list empty, for it may be everybody’s', () => {
    const empty: string[] = [];
    expect(appended(empty, 'a')).toEqual(['a']);
    expect(empty).toEqual([]);
  });
});
