export { rsaKeyPair } from './rsa-key.ts';
export { type Claims, SigningKey } from './signing-key.ts';
