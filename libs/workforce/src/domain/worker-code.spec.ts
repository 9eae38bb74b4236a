import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import fc from 'fast-check';
import { codeStem, codeText, initials } from './worker-code.ts';

describe('initials', () => {
  it.each([
    ['Ana María López', 'AML'],
    ['josé  ángel\tñuñez', 'JAN'],
    ['Élodie Ønsted', 'EØ'],
    ['ßtefan Çelik', 'SC'],
    ['İbrahim ışık', 'II'],
    ["O'Neill Jean-Pierre", 'OJ'],
    ['(Ana) "Bea" de la Cruz', 'ABDLC'],
    ['Йосиф Ёлкин', 'ЙЁ'],
    ['김 민수', '김민'],
    ['山田 太郎', '山太'],
    ['がく ぱく', 'がぱ'],
    ['राम कुमार', 'रक'],
    ['W01 3rd 7 -', 'WR'],
    ['  ', ''],
  ])('of %j are %s', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  it('do not depend on how a letter with an accent is composed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Array.from('áéíóúñçüåŷ')), (letter) => {
        expect(initials(letter.normalize('NFD'))).toBe(initials(letter.normalize('NFC')));
      }),
    );
  });

  it('are one letter for each word that has one, for any spacing', () => {
    const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{1,8}$/);
    const space = fc.stringMatching(/^[ \t\u00A0]{1,3}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), space, (words, gap) => {
        const letters = Array.from(initials(words.join(gap)));
        expect(letters).toHaveLength(words.length);
        expect(letters.join('')).toBe(letters.join('').toUpperCase());
      }),
    );
  });
});

describe('a code', () => {
  const day = '2025-03-05' as LocalDate;

  it('is initials, month and day', () => {
    expect(codeStem('Ana María', 'López', day)).toBe('AML0305');
  });

  it('has a number from the second bearer on', () => {
    expect([1, 2, 3].map((number) => codeText({ stem: 'AML0305', number }))).toEqual([
      'AML0305',
      'AML0305-2',
      'AML0305-3',
    ]);
  });

  it('is different for every stem and number', () => {
    const name = fc.stringMatching(/^[A-Za-z]{1,5}( [A-Za-z]{1,5}){0,2}$/);
    const bearer = fc.record({ name, number: fc.integer({ min: 1, max: 99 }) });
    fc.assert(
      fc.property(bearer, bearer, (a, b) => {
        const [one, two] = [a, b].map(({ name: last, number }) => ({
          stem: codeStem('Ana', last, day),
          number,
        }));
        const same = one!.stem === two!.stem && one!.number === two!.number;
        expect(codeText(one!) === codeText(two!)).toBe(same);
      }),
    );
  });
});
