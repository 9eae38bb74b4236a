import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { guardedText, unguardedText } from './spreadsheet-text.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom("'", '=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', ' ', '1'),
    fc.string({ maxLength: 1 }),
  ),
});

describe('text for spreadsheets', () => {
  it('is read back unchanged, even if it begins with apostrophes', () => {
    fc.assert(fc.property(text, (original) => unguardedText(guardedText(original)) === original));
    for (const original of ["'", "'=1", "''-5", "'a", '=1', "'", ''])
      expect(unguardedText(guardedText(original))).toBe(original);
  });

  it('is never run, and changes only where it would be', () => {
    fc.assert(
      fc.property(text, (original) => {
        expect(guardedText(original)).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
        if (!/^'*[=+\-@＝＋－＠\t\r\n]/.test(original)) expect(guardedText(original)).toBe(original);
      }),
    );
  });

  it('is unchanged if it was not guarded', () => {
    for (const plain of ["'t Hof", "'", '=1', '-5', 'a']) expect(unguardedText(plain)).toBe(plain);
  });
});
