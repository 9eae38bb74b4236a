import { generateKeyPairSync, type KeyObject } from 'node:crypto';

/** More than any test has at once. */
const KEYS = 8;
const pairs: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }[] = [];
let asked = 0;

/** A key that is none of the last seven: making one takes a tenth of a second, and nobody keeps them. */
export function rsaKeyPair(): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  const at = asked++ % KEYS;
  return (pairs[at] ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));
}
