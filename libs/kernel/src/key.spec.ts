import { expect, it } from '@jest/globals';
import { keyProblem } from './key.ts';

it.each(['n', 'north', 'Ñuble 3', 'north.1_b', '🍒'.repeat(100)])('accepts the key %j', (key) => {
  expect(keyProblem(key)).toBeUndefined();
});

it.each(['', ' ', ' north', 'north ', 'a/b', 'a\nb', 'a\u0000', 'x'.repeat(101), '🍒'.repeat(101)])(
  'refuses the key %j',
  (key) =>
    expect(keyProblem(key)).toBe('must have 1 to 100 characters, without "/" and without spaces around it'),
);
