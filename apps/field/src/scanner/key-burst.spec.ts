import { expect, it } from '@jest/globals';
import { KeyBurst } from './key-burst.ts';

/** The codes that a burst tells of keys, each so many milliseconds after the one before. */
function codesOf(...keys: readonly (readonly [key: string, afterMs: number])[]): string[] {
  const burst = new KeyBurst();
  let at = 1_000;
  return keys.flatMap(([key, afterMs]) => burst.take(key, (at += afterMs)) ?? []);
}
const scanned = (code: string, everyMs: number) =>
  [...code, 'Enter'].map((key): [string, number] => [key, everyMs]);

it('a scanner is heard, with the capitals that it types with Shift', () => {
  expect(codesOf(...scanned('7K3-QX', 8))).toEqual(['7K3-QX']);
  expect(codesOf(['Shift', 500], ['A', 4], ['b', 4], ['Shift', 4], ['C', 4], ['Enter', 4])).toEqual(['AbC']);
});

it('a code with one pause in it is whole, because its end could be the code of somebody else', () => {
  const paused = (at: number) =>
    scanned('1142', 8).map(([key, ms], i): [string, number] => [key, i === at ? 200 : ms]);
  for (const at of [1, 2, 3, 4])
    expect(codesOf(['x', 0], ['y', 300], ...paused(at).slice(1))).not.toContain('142');
  for (const at of [1, 2, 3, 4])
    expect(codesOf(...paused(at), ...scanned('7K3', 5))).toEqual(['1142', '7K3']);
});

it('two codes that follow each other are two', () => {
  expect(codesOf(...scanned('AAA1', 5), ...scanned('BBB2', 5))).toEqual(['AAA1', 'BBB2']);
});

it('a person who types is not a scanner', () => {
  expect(codesOf(...scanned('7K3QX', 120))).toEqual([]);
});

it('what was typed before does not become a part of the code', () => {
  expect(
    codesOf(
      ['x', 0],
      ['y', 200],
      ...scanned('7K3QX', 5).map(([key, ms], i): [string, number] => [key, i === 0 ? 300 : ms]),
    ),
  ).toEqual(['7K3QX']);
});

it.each(['', '1', '12', 'x'.repeat(65)])('%j is no code', (keys) => {
  expect(codesOf(...scanned(keys, 5))).toEqual([]);
});
