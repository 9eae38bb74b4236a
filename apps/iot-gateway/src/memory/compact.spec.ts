import { describe, expect, it } from '@jest/globals';
import { appended } from './compact.ts';

describe('appended', () => {
  it('starts a list with the first item, and extends the list of all others', () => {
    const one = appended(undefined, 'a');
    expect(one).toEqual(['a']);
    expect(appended(one, 'b')).toBe(one);
    expect(one).toEqual(['a', 'b']);
  });

  it('leaves an empty list empty, because it may be a shared one', () => {
    const empty: string[] = [];
    expect(appended(empty, 'a')).toEqual(['a']);
    expect(empty).toEqual([]);
  });
});
