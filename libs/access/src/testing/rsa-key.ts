import { generateKeyPairSync, type KeyObject } from 'node:crypto';

/** More than any test uses at once. */
const KEYS = 8;
const pairs: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }[] = [];
let asked = 0;

/** A key that differs from the last seven: generating one takes a tenth of a second, so keys are reused. */
export function rsaKeyPair(): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  const at = asked++ % KEYS;
  return (pairs[at] ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));
}
