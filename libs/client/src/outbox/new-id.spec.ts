import { afterEach, describe, expect, it } from '@jest/globals';
import { newId } from './new-id.ts';

const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!;
afterEach(() => void Object.defineProperty(globalThis, 'crypto', own));

describe.each([
  ['with crypto', own.get ?? own.value],
  ['as on a phone, without', undefined],
])('ids %s', (_, there) => {
  it('differ, and are keys that the API accepts', () => {
    if (there === undefined)
      Object.defineProperty(globalThis, 'crypto', { configurable: true, value: undefined });
    const ids = Array.from({ length: 1_000 }, newId);
    expect(new Set(ids).size).toBe(1_000);
    for (const id of ids) expect(id).toMatch(/^[\w-]{20,100}$/);
  });
});
