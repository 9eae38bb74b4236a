import type { Clock } from '@furrow/kernel';
import { UserNotRegistered } from '../../domain/errors.ts';
import type { UserPrincipal } from '../../domain/principal.ts';
import { isIdpId } from '../../domain/user.ts';
import { CredentialCache } from '../credential-cache.ts';
import type { CredentialLookup } from '../ports.ts';

/** Finds the registered, active user with the subject of a verified JWT. */
export class AuthenticateUser {
  readonly #users: CredentialCache<UserPrincipal>;

  constructor(lookup: CredentialLookup, clock: Clock) {
    this.#users = new CredentialCache(clock, async (idpId) => {
      const user = await lookup.userByIdpId(idpId);
      return user && Object.freeze(user);
    });
  }

  /** @throws UserNotRegistered */
  async execute(subject: string): Promise<UserPrincipal> {
    const user = isIdpId(subject) ? await this.#users.get(subject) : undefined;
    if (user === undefined) throw new UserNotRegistered();
    return user;
  }

  /** Empties the cache after users have changed. */
  forget(): void {
    this.#users.drop();
  }
}
