import { describe, expect, it } from '@jest/globals';
import { boundsBrokenBy, BOUNDS, type Cost, figuresOf, withUnit } from './bounds.ts';

const cheap: Cost = { status: 200, bytesIn: 1_000, bytesOut: 2_000, bodyBytes: 1_500, heldMs: 3 };
const { errorBodyBytes, heldMs, outPerIn } = BOUNDS;

describe('the permitted cost of a request', () => {
  it.each<[string, Partial<Cost>, string[]]>([
    ['nothing much', {}, []],
    ['a whole error body', { status: 400, bodyBytes: errorBodyBytes }, []],
    ['more than an error body', { status: 400, bodyBytes: errorBodyBytes + 1 }, ['errorBodyBytes']],
    ['more than an error body, where it is none', { bodyBytes: errorBodyBytes + 1 }, []],
    ['an answer in proportion', { bytesOut: errorBodyBytes + outPerIn * 1_000 }, []],
    ['an answer out of proportion', { bytesOut: errorBodyBytes + outPerIn * 1_000 + 1_000 }, ['outPerIn']],
    ['the event loop for long', { heldMs: heldMs + 1 }, ['heldMs']],
    ['all of it at once', { status: 500, bodyBytes: 1e9, heldMs: 1e5 }, ['heldMs', 'errorBodyBytes']],
    ['the end of a connection', { status: undefined, bytesOut: 0, bodyBytes: 0 }, []],
  ])('%s', (_what, over, broken) => {
    expect(boundsBrokenBy({ ...cheap, ...over })).toEqual(broken);
  });

  it('is printed in readable figures', () => {
    expect(figuresOf(cheap)).toEqual({ heldMs: 3, outPerIn: 0 });
    expect(withUnit('heldMs', 38_000.4)).toBe('38000 ms');
    expect(withUnit('errorBodyBytes', 14_500_000)).toBe('14 MiB');
    expect(withUnit('keptBytes', 65_536)).toBe('64 KiB');
    expect(withUnit('outPerIn', 2)).toBe('2.0 bytes out per byte in');
  });
});
