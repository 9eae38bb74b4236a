import { describe, expect, it } from '@jest/globals';
import { instantOf } from './instant.ts';

describe('instantOf', () => {
  it.each([
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.678901Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04-03:00', '2026-01-02T06:04:00.000Z'],
  ])('reads %s', (text, instant) => expect(instantOf(text)?.toISOString()).toBe(instant));

  it.each([
    '2026-01-02',
    '2026-01-02T03:04:05',
    '2026-02-30T00:00:00Z',
    '2026-01-02T24:00:00Z',
    '0000-01-01T00:00:00Z',
    17,
    null,
  ])('refuses %p', (text) => expect(instantOf(text)).toBeUndefined());
});
