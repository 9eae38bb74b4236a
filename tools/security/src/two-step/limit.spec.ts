import { describe, expect, it } from '@jest/globals';
import { createUpTo } from './limit.ts';

const answer = (status: number) => ({ status, headers: new Headers(), text: 'text' });

describe('state up to a limit', () => {
  it.each([409, 422])('ends where the service refuses more with %i', async (status) => {
    expect(await createUpTo(1_000, async (index) => answer(index < 50 ? 201 : status))).toBe(50);
  });
  it('ends at a sane maximum where the service has no limit', async () => {
    const indexes: number[] = [];
    const create = async (index: number) => {
      indexes.push(index);
      return answer(200);
    };
    expect(await createUpTo(20, create)).toBe(20);
    expect(indexes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });
  it('is not taken from any other refusal', async () => {
    await expect(createUpTo(10, async () => answer(500))).rejects.toThrow(/answered 500: text/);
  });
});
