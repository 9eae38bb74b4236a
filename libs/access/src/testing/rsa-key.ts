import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Pair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** More than any test uses at once. */
const KEYS = 8;
/** Where the processes of a test run share their keys. */
const FOLDER = process.env['FURROW_TEST_KEYS'];
const pairs: Pair[] = [];
let asked = 0;

/** A key that differs from the last seven: generating one takes a tenth of a second, so keys are reused. */
export function rsaKeyPair(): Pair {
  const at = asked++ % KEYS;
  return (pairs[at] ??= FOLDER === undefined ? generated() : keptIn(FOLDER, `${at}.pem`));
}

const generated = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Two processes may generate the same one at once: each uses its own, and others the one that was kept last. */
function keptIn(folder: string, name: string): Pair {
  const path = join(folder, name);
  if (existsSync(path)) {
    const privateKey = createPrivateKey(readFileSync(path));
    return { privateKey, publicKey: createPublicKey(privateKey) };
  }
  const pair = generated();
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  renameSync(draft, path);
  return pair;
}
