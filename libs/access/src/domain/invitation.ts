import { newUserId, type UserId } from './ids.ts';
import { Problems } from './problems.ts';
import { type InvitedDeclaration, profileProblems, type Role, User } from './user.ts';

export interface InvitationProfile {
  /** A sign-in whose token proves this address takes the invitation. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** A URL. */
  readonly picture: string | null;
  /** Inactive: withdrawn. */
  readonly status: 'invited' | 'inactive';
}

/** What identifies an e-mail address: people write their own in various cases. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

/** A person whom a company expects, and who becomes a user by signing in. Immutable: every change returns another object. */
export class Invitation {
  private constructor(
    /** The id that the user will have. */
    readonly userId: UserId,
    readonly profile: InvitationProfile,
    /** Withdrawn only because the file left it out. */
    readonly pruned: boolean,
  ) {}

  /** @throws ValidationFailed */
  static issue({ email, name, role, picture, status }: InvitedDeclaration): Invitation {
    const profile = { email, name, role, picture: picture ?? null, status: statusOf(status ?? 'invited') };
    return new Invitation(newUserId(), checked(profile), false);
  }

  static restore(userId: UserId, profile: InvitationProfile, pruned = false): Invitation {
    return new Invitation(userId, profile, pruned);
  }

  get emailKey(): string {
    return emailKey(this.profile.email);
  }

  /**
   * The invitation with the declared members, as `User.redeclared`; an address in another case is the same one.
   * @throws ValidationFailed
   */
  redeclared({ name, role, picture, status }: InvitedDeclaration): Invitation {
    const { profile } = this;
    const next = checked({
      ...{ email: profile.email, name, role },
      picture: picture === undefined ? profile.picture : picture,
      status: statusOf(status ?? (this.pruned ? 'invited' : profile.status)),
    });
    const same = (Object.keys(next) as (keyof InvitationProfile)[]).every(
      (key) => next[key] === profile[key],
    );
    return same && !this.pruned ? this : new Invitation(this.userId, next, false);
  }

  /** Withdraws the invitation because the file, which lists every user, leaves it out. */
  prune(): Invitation {
    if (this.profile.status === 'inactive') return this;
    return new Invitation(this.userId, { ...this.profile, status: 'inactive' }, true);
  }

  /** The user that the person becomes by signing in. @throws ValidationFailed */
  takenBy(idpId: string): User {
    const { status: _, ...profile } = this.profile;
    return User.register({ ...profile, idpId }, this.userId);
  }
}

/** Nobody is active who has not signed in: to declare them active is to invite them. */
function statusOf(status: NonNullable<InvitedDeclaration['status']>): InvitationProfile['status'] {
  return status === 'active' ? 'invited' : status;
}

function checked(profile: InvitationProfile): InvitationProfile {
  const { status, ...others } = profile;
  profileProblems(new Problems(), others)
    .unless(['invited', 'inactive'].includes(status), 'status', 'must be one of invited, inactive')
    .throwIfAny();
  return profile;
}
