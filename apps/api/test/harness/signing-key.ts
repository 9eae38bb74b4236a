import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Claims = Record<string, unknown>;

const LIFETIME_SECONDS = 3_600;

/** The development key of an installation, put where the service looks for it, so that a test signs by itself. */
export class SigningKey {
  private constructor(
    private readonly key: KeyObject,
    private readonly kind: 'user' | 'mobile',
  ) {}

  static async putInto(home: string, kind: 'user' | 'mobile' = 'user'): Promise<SigningKey> {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await mkdir(join(home, 'keys'), { recursive: true });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    await writeFile(join(home, 'keys', `${kind}-jwt.pem`), pem, { mode: 0o600 });
    return new SigningKey(privateKey, kind);
  }

  /** A key that nobody trusts. */
  static strange(): SigningKey {
    return new SigningKey(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, 'user');
  }

  /** A JWT as the development issuer makes them, but for what is said otherwise; undefined leaves a claim out. */
  jwt(sub: string, claims: Claims = {}, header: Claims = {}): string {
    const now = Math.floor(Date.now() / 1_000);
    const usual = {
      iss: `urn:furrow:development:${this.kind}`,
      aud: `furrow-development-${this.kind}`,
      ...{ sub, iat: now, exp: now + LIFETIME_SECONDS },
    };
    const text = [
      { alg: 'RS256', typ: 'JWT', ...header },
      { ...usual, ...claims },
    ]
      .map(encoded)
      .join('.');
    return `${text}.${sign('sha256', Buffer.from(text), this.key).toString('base64url')}`;
  }

  /** The same claims without any signature. */
  static unsigned(sub: string): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: 'urn:furrow:development:user', aud: 'furrow-development-user', sub, exp: now + 60 };
    return `${[{ alg: 'none', typ: 'JWT' }, claims].map(encoded).join('.')}.`;
  }
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
