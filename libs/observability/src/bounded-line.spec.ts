import { describe, expect, it } from '@jest/globals';
import { boundedLine } from './bounded-line.ts';

const line = (entry: object) => `${JSON.stringify(entry)}\n`;
const HEAD = { level: 'error', time: '2026-01-31T11:00:00.000Z', requestId: 'r-1', msg: 'unexpected error' };

describe('a log line', () => {
  it('of ordinary length is unchanged', () => {
    const text = line({ ...HEAD, err: { stack: 'at x\n'.repeat(500) } });
    expect(boundedLine(text)).toBe(text);
  });

  it('keeps the beginning of each text that is too long', () => {
    const text = line({
      ...HEAD,
      err: { message: 'm'.repeat(1_000_000), stack: 'short', cause: ['c'.repeat(90_000)] },
    });
    const bounded = boundedLine(text);
    expect(bounded.length).toBeLessThanOrEqual(16_384);
    expect(bounded.endsWith('}\n')).toBe(true);
    const { err, ...head } = JSON.parse(bounded);
    expect(head).toEqual(HEAD);
    expect(err.stack).toBe('short');
    expect(err.message).toMatch(/^m{2000}…$/);
  });

  it('keeps its subject where that is not enough', () => {
    const texts = Array.from({ length: 50 }, () => 'x'.repeat(2_000));
    const text = line({ ...HEAD, msg: 'y'.repeat(50_000), texts });
    const bounded = JSON.parse(boundedLine(text));
    expect(bounded).toEqual({ ...HEAD, msg: expect.stringMatching(/^y{2000}…$/), cutFrom: text.length });
    expect(boundedLine('no JSON'.repeat(9_000)).length).toBeLessThan(16_384);
  });
});
