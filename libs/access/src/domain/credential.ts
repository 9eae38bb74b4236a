import { randomBytes } from 'node:crypto';
import { InvalidToken } from './errors.ts';
import type { KeyId } from './ids.ts';
import { newSecret } from './secret.ts';

// The prefix lets secret scanners find a leaked credential in a commit or a log.
const CREDENTIAL = /^(fk_[0-9a-f]{20})\.([\w-]{43})$/;

/** What a client sends to use an API token: `<keyId>.<token>`. Never stored, never logged. */
export class Credential {
  private constructor(
    readonly keyId: KeyId,
    readonly secret: string,
  ) {}

  static mint(): Credential {
    return new Credential(`fk_${randomBytes(10).toString('hex')}` as KeyId, newSecret());
  }

  /** @throws InvalidToken if it is malformed, as a JWT is */
  static parse(text: string): Credential {
    const [, keyId, secret] = CREDENTIAL.exec(text) ?? [];
    if (keyId === undefined || secret === undefined) throw new InvalidToken();
    return new Credential(keyId as KeyId, secret);
  }

  toString(): string {
    return `${this.keyId}.${this.secret}`;
  }
}
