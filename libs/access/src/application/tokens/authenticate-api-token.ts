import type { Clock } from '@furrow/kernel';
import type { ApiToken } from '../../domain/api-token.ts';
import { Credential } from '../../domain/credential.ts';
import { InvalidToken } from '../../domain/errors.ts';
import type { TokenPrincipal } from '../../domain/principal.ts';
import { secretMatches } from '../../domain/secret.ts';
import { CredentialCache } from '../credential-cache.ts';
import type { LastUse } from './last-use.ts';
import type { CredentialLookup } from '../ports.ts';

interface KnownToken {
  readonly token: ApiToken;
  readonly principal: TokenPrincipal;
}

/** Finds the program that uses an API token's credential `<keyId>.<token>`. */
export class AuthenticateApiToken {
  readonly #tokens: CredentialCache<KnownToken>;

  constructor(
    lookup: CredentialLookup,
    private readonly lastUse: LastUse,
    private readonly clock: Clock,
  ) {
    this.#tokens = new CredentialCache(clock, async (keyId) => {
      const found = await lookup.tokenByKeyId(keyId);
      return found && !found.token.isRevoked ? known(found.token, found.companyId) : undefined;
    });
  }

  /** @throws InvalidToken if it is malformed, unknown, wrong or revoked; TokenExpired */
  async execute(text: string): Promise<TokenPrincipal> {
    const { keyId, secret } = Credential.parse(text);
    const found = await this.#tokens.get(keyId);
    if (found === undefined) {
      secretMatches(secret, undefined); // the same work as for a known key id
      throw new InvalidToken();
    }
    const now = this.clock.now();
    found.token.admit(secret, now);
    this.lastUse.note(keyId, now);
    return found.principal;
  }

  /** Empties the cache after tokens have changed. */
  forget(): void {
    this.#tokens.drop();
  }
}

function known(token: ApiToken, companyId: string): KnownToken {
  const { keyId, scopes } = token.state;
  return {
    token,
    principal: Object.freeze({ kind: 'token', companyId, keyId, scopes: Object.freeze([...scopes]) }),
  };
}
