import { Unauthenticated } from '../../domain/errors.ts';
import type { KeyPrincipal, TokenPrincipal } from '../../domain/principal.ts';
import { hashSecret, secretMatches } from '../../domain/secret.ts';
import type { AuthenticateApiToken } from './authenticate-api-token.ts';
import type { CredentialLookup } from '../ports.ts';

/** A key of the operator's configuration, and the company, by key or id, that it may read. */
export interface StaticKey {
  readonly company: string;
  readonly key: string;
}

interface KnownKey {
  readonly company: string;
  readonly hash: Buffer;
  principal?: KeyPrincipal;
}

/** Finds the program that uses an API key: an active API token of any scope, or a key of the configuration. */
export class AuthenticateApiKey {
  readonly #keys: readonly KnownKey[];

  constructor(
    keys: readonly StaticKey[],
    private readonly lookup: CredentialLookup,
    private readonly tokens: AuthenticateApiToken,
  ) {
    this.#keys = keys.map(({ company, key }) => ({ company, hash: hashSecret(key) }));
  }

  /** @throws Unauthenticated without one; InvalidToken; TokenExpired */
  async execute(text: string | undefined): Promise<KeyPrincipal | TokenPrincipal> {
    if (text === undefined) throw new Unauthenticated('An API key is required in the header x-api-key.');
    // All are compared, so that the time does not reveal which one was close.
    const [key] = this.#keys.filter(({ hash }) => secretMatches(text, hash));
    const principal = key && (await this.#principalOf(key));
    return principal ?? this.tokens.execute(text);
  }

  /** Undefined while the company does not exist. */
  async #principalOf(key: KnownKey): Promise<KeyPrincipal | undefined> {
    if (key.principal) return key.principal;
    const companyId = await this.lookup.companyId(key.company);
    if (companyId === undefined) return undefined;
    key.principal = Object.freeze({
      kind: 'key',
      companyId,
      keyId: `static-${key.hash.toString('hex', 0, 6)}`,
    });
    return key.principal;
  }
}
