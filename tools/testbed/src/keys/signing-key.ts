import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rsaKeyPair } from './rsa-key.ts';

export type Claims = Record<string, unknown>;

const LIFETIME_SECONDS = 3_600;
/** Signing takes half a millisecond, and a spec asks thousands of times for the same few users. */
const KEPT_SECONDS = 30;

/** The development key of an installation, in the file where the service looks for it, so that a test can sign JWTs. */
export class SigningKey {
  readonly #signed = new Map<string, { readonly jwt: string; readonly at: number }>();

  private constructor(
    private readonly key: KeyObject,
    private readonly kind: 'user' | 'mobile',
  ) {}

  /** One that is there already stays, because the service may have read it. */
  static async putInto(home: string, kind: 'user' | 'mobile' = 'user'): Promise<SigningKey> {
    const file = join(home, 'keys', `${kind}-jwt.pem`);
    const there = await readFile(file).catch(() => undefined);
    if (there) return new SigningKey(createPrivateKey(there), kind);
    const { privateKey } = rsaKeyPair(kind);
    await mkdir(join(home, 'keys'), { recursive: true });
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    return new SigningKey(privateKey, kind);
  }

  /** A key that is not trusted. */
  static strange(kind: 'user' | 'mobile' = 'user'): SigningKey {
    return new SigningKey(rsaKeyPair('strange').privateKey, kind);
  }

  /**
   * A JWT as the development issuer makes them, with these claims changed; undefined leaves a claim out. The same claims
   * get the same JWT for a while.
   */
  jwt(sub: string, claims: Claims = {}, header: Claims = {}): string {
    const asked = JSON.stringify([sub, ...[claims, header].map(typed)]);
    const now = Math.floor(Date.now() / 1_000);
    const kept = this.#signed.get(asked);
    if (kept !== undefined && now >= kept.at && now < kept.at + KEPT_SECONDS) return kept.jwt;
    const jwt = this.#sign(sub, claims, header);
    this.#signed.set(asked, { jwt, at: now });
    return jwt;
  }

  #sign(sub: string, claims: Claims, header: Claims): string {
    const text = this.#unsigned(sub, claims, { alg: 'RS256', ...header });
    return `${text}.${sign('sha256', Buffer.from(text), this.key).toString('base64url')}`;
  }

  /** The same claims signed with the public key as if it were a shared secret. */
  signedWithPublicKey(sub: string): string {
    const text = this.#unsigned(sub, {}, { alg: 'HS256' });
    const pem = createPublicKey(this.key).export({ type: 'spki', format: 'pem' });
    return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
  }

  /** The same claims without any signature. */
  unsigned(sub: string): string {
    return `${this.#unsigned(sub, {}, { alg: 'none' })}.`;
  }

  #unsigned(sub: string, claims: Claims, header: Claims): string {
    const now = Math.floor(Date.now() / 1_000);
    const usual = {
      iss: `urn:furrow:development:${this.kind}`,
      aud: `furrow-development-${this.kind}`,
      ...{ sub, iat: now, exp: now + LIFETIME_SECONDS },
    };
    return [
      { typ: 'JWT', ...header },
      { ...usual, ...claims },
    ]
      .map(encoded)
      .join('.');
  }
}

/** JSON alone would take undefined for null. */
const typed = (part: Claims) => Object.entries(part).map(([name, value]) => [name, typeof value, value]);

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
