import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { documentKey, nameKey } from './person-key.ts';

describe('the name key', () => {
  const key = (firstName: string, lastName: string) => nameKey({ firstName, lastName });

  it.each([
    ['Ana María', 'López', 'ANA  MARIA', 'lopez'],
    ['De La', 'Cruz', 'Dela', 'cruz'],
    ['Strauß', 'Weiß', 'STRAUSS', 'WEISS'],
    ['Σωκράτης', 'Παππάς', 'ΣΩΚΡΑΤΗΣ', 'ΠΑΠΠΑΣ'],
    ['José', 'Núñez', 'José'.normalize('NFD'), 'Núñez'.normalize('NFD')],
  ])('is the same for %s %s and %s %s', (first, last, otherFirst, otherLast) => {
    expect(key(first, last)).toBe(key(otherFirst, otherLast));
  });

  it.each([
    ['Ana', 'María López', 'Ana María', 'López'],
    ['Иван', 'Мамин', 'Иван', 'Мамий'],
    ['Ana', 'López', 'Ana', 'Lopes'],
  ])('distinguishes %s %s from %s %s', (first, last, otherFirst, otherLast) => {
    expect(key(first, last)).not.toBe(key(otherFirst, otherLast));
  });

  it('does not depend on case and outer or inner blanks', () => {
    const name = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ ]{1,12}$/);
    fc.assert(
      fc.property(name, name, (first, last) => {
        expect(key(` ${first.toUpperCase()} `, last.replaceAll(' ', '  '))).toBe(key(first, last));
      }),
    );
  });
});

describe('the document key', () => {
  it.each([
    ['12.345.678-5', '12345678-5'],
    ['ab 123', 'AB-123'],
  ])('is the same for %s and %s', (a, b) => {
    expect(documentKey({ documentId: a })).toBe(documentKey({ documentId: b }));
  });

  it('is null without a document, and never empty', () => {
    expect(documentKey({ documentId: null })).toBeNull();
    expect(documentKey({ documentId: '-' })).toBe('-');
  });
});
