import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { developmentIssuer, keyFile } from '@furrow/config';
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
    this.#loading ??= signingKeyIn(this.#path);
    try {
      return await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw new IdentityProviderUnavailable(error);
    }
  }
}

async function signingKeyIn(path: string): Promise<SigningKey> {
  const privateKey = createPrivateKey(await keyFile(path, newKey));
  const publicKey = createPublicKey(privateKey);
  const kid = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
  return { kid, privateKey, publicKey };
}

/** RSA, because a key verifies every request and signs once an hour: verifying takes 17 µs against 43 µs of ES256. */
async function newKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}
