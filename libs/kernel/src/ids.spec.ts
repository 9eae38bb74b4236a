import { expect, it } from '@jest/globals';
import { isId, newId } from './ids.ts';

it('makes ids that never repeat and are in order of their creation', () => {
  const ids = Array.from({ length: 5_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every(isId)).toBe(true);
  expect(new Set(ids.map((id) => id[14]))).toEqual(new Set(['7']));
});

it('makes ids that tell when they were made', () => {
  const before = Date.now();
  const made = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16);
  expect(made).toBeGreaterThanOrEqual(before);
  expect(made).toBeLessThanOrEqual(Date.now());
});
