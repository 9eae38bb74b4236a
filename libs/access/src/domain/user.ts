import { newUserId, type UserId } from './ids.ts';
import { isLine, Problems } from './problems.ts';

/** admin: the whole company; supervisor: sessions, workers, forms; agronomist: forms, and workers to read. */
export const ROLES = ['admin', 'supervisor', 'agronomist'] as const;
export type Role = (typeof ROLES)[number];

const USER_STATUSES = ['active', 'inactive'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export interface UserProfile {
  /** The `sub` of the user's JWTs; unique in the installation. */
  readonly idpId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  /** A URL. */
  readonly picture: string | null;
  readonly status: UserStatus;
}

/** A user as the farm file declares one. Omitted members are null at first, and the status active. */
export interface UserDeclaration {
  readonly idpId: string;
  readonly name: string;
  readonly role: Role;
  readonly email?: string | null | undefined;
  readonly picture?: string | null | undefined;
  /** `invited` says nothing of somebody who has signed in. */
  readonly status?: UserStatus | 'invited' | null | undefined;
}

/** A person whom the farm file names by e-mail address alone: invited until somebody signs in with that address. */
export interface InvitedDeclaration extends Omit<UserDeclaration, 'idpId' | 'email'> {
  readonly email: string;
}

/** A person as the farm file declares one: by idpId, or by e-mail address alone. */
export type PersonDeclaration = Omit<UserDeclaration, 'idpId'> & { readonly idpId?: string | undefined };

/** A user of a company. Immutable: every change returns another object. */
export class User {
  private constructor(
    readonly userId: UserId,
    readonly profile: UserProfile,
    /** Inactive only because the file left the user out. */
    readonly pruned: boolean,
  ) {}

  /** @throws ValidationFailed */
  static register(
    { idpId, name, role, email, picture, status }: UserDeclaration,
    userId: UserId = newUserId(),
  ): User {
    const profile = { idpId, name, role, email: email ?? null, picture: picture ?? null };
    return new User(userId, checked({ ...profile, status: known(status) ?? 'active' }), false);
  }

  static restore(userId: UserId, profile: UserProfile, pruned = false): User {
    return new User(userId, profile, pruned);
  }

  get idpId(): string {
    return this.profile.idpId;
  }

  /** The same user with another profile; the same object if nothing differs. @throws ValidationFailed */
  change(profile: Omit<UserProfile, 'idpId'>): User {
    const next = checked({ ...profile, idpId: this.idpId });
    const same = (Object.keys(next) as (keyof UserProfile)[]).every((key) => next[key] === this.profile[key]);
    return same && !this.pruned ? this : new User(this.userId, next, false);
  }

  /**
   * The user with the declared members: omitted ones stay as they are, null clears. A pruned user who is listed again
   * becomes active; one who was deactivated by a declaration stays inactive until another one says otherwise.
   * @throws ValidationFailed
   */
  redeclared({ name, role, email, picture, status }: UserDeclaration): User {
    const { profile } = this;
    return this.change({
      ...{ name, role },
      email: email === undefined ? profile.email : email,
      picture: picture === undefined ? profile.picture : picture,
      status: known(status) ?? (this.pruned ? 'active' : profile.status),
    });
  }

  /** Deactivates the user because the file, which lists every user, leaves them out. */
  prune(): User {
    if (this.profile.status === 'inactive') return this;
    return new User(this.userId, { ...this.profile, status: 'inactive' }, true);
  }
}

/** Whether a JWT's `sub` can be a user's at all. */
export function isIdpId(text: unknown): text is string {
  return isLine(text, 128);
}

/** What a declaration says of the status of somebody who has signed in. */
function known(status: UserDeclaration['status']): UserStatus | undefined {
  return status === 'invited' || status === null ? undefined : status;
}

function checked(profile: UserProfile): UserProfile {
  const { idpId, status, ...others } = profile;
  const problems = new Problems().unless(isIdpId(idpId), 'idpId', 'must have 1 to 128 printable characters');
  profileProblems(problems, others)
    .unless(USER_STATUSES.includes(status), 'status', `must be one of ${USER_STATUSES.join(', ')}`)
    .throwIfAny();
  return profile;
}

/** The rules for what is known of a person, signed in or not. */
export function profileProblems(
  problems: Problems,
  { name, email, role, picture }: Omit<UserProfile, 'idpId' | 'status'>,
): Problems {
  return problems
    .unless(isLine(name, 200), 'name', 'must have 1 to 200 characters')
    .unless(email === null || isEmail(email), 'email', 'must be an e-mail address')
    .unless(ROLES.includes(role), 'role', `must be one of ${ROLES.join(', ')}`)
    .unless(picture === null || isWebAddress(picture), 'picture', 'must be an http or https URL');
}

/** Plausible only; whether the address exists is the identity provider's concern. */
export function isEmail(text: unknown): text is string {
  return isLine(text, 254) && /^[^\s@]+@[^\s@]+$/.test(text);
}

function isWebAddress(text: unknown): boolean {
  return isLine(text, 2_000) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
