import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Pair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** More of one purpose than any test uses at once. */
const KEYS = 8;
/** Where the processes of a test run share their keys. */
const FOLDER = process.env['FURROW_TEST_KEYS'];
const pairs = new Map<string, Pair>();
const asked = new Map<string, number>();

/**
 * A key that differs from the last seven of its purpose and from all of others: generating one takes a tenth of a
 * second, so keys are reused.
 */
export function rsaKeyPair(purpose = 'any'): Pair {
  const count = asked.get(purpose) ?? 0;
  asked.set(purpose, count + 1);
  const name = `${purpose}-${count % KEYS}.pem`;
  const pair = pairs.get(name) ?? (FOLDER === undefined ? generated() : keptIn(FOLDER, name));
  pairs.set(name, pair);
  return pair;
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
