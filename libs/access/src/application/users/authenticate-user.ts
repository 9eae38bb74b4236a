import type { Clock } from '@furrow/kernel';
import { UserNotRegistered } from '../../domain/errors.ts';
import type { UserPrincipal } from '../../domain/principal.ts';
import { isIdpId } from '../../domain/user.ts';
import { CredentialCache } from '../credential-cache.ts';
import type { CredentialLookup } from '../ports.ts';
import type { TakeInvitation } from './take-invitation.ts';

/** Whom the identity provider vouches for. */
export interface Identity {
  /** The `sub` of the JWT. */
  readonly subject: string;
  /** An address that the provider has verified to be theirs. */
  readonly email?: string | undefined;
}

/** Finds the registered, active user with the subject of a verified JWT; an invited one becomes a user. */
export class AuthenticateUser {
  readonly #users: CredentialCache<UserPrincipal>;

  constructor(
    lookup: CredentialLookup,
    private readonly takeInvitation: TakeInvitation,
    clock: Clock,
  ) {
    this.#users = new CredentialCache(clock, async (idpId) => {
      const user = await lookup.userByIdpId(idpId);
      return user && Object.freeze(user);
    });
  }

  /** @throws UserNotRegistered | InvitationAmbiguous */
  async execute({ subject, email }: Identity): Promise<UserPrincipal> {
    if (!isIdpId(subject)) throw new UserNotRegistered();
    const user = (await this.#users.get(subject)) ?? (await this.#invited(subject, email));
    if (user === undefined) throw new UserNotRegistered();
    return user;
  }

  /** Empties the cache after users have changed. */
  forget(): void {
    this.#users.drop();
  }

  async #invited(subject: string, email: string | undefined): Promise<UserPrincipal | undefined> {
    if (email === undefined) return undefined;
    await this.takeInvitation.execute({ idpId: subject, email });
    return this.#users.get(subject);
  }
}
