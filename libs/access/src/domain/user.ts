import { newUserId, type UserId } from './ids.ts';
import { isLine, Problems } from './problems.ts';

/** admin: everything of the company; supervisor: sessions, workers, forms; agronomist: forms, workers to read. */
export const ROLES = ['admin', 'supervisor', 'agronomist'] as const;
export type Role = (typeof ROLES)[number];

export const USER_STATUSES = ['active', 'inactive'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export interface UserProfile {
  /** The `sub` of the person's JWTs; unique over the installation. */
  readonly idpId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  /** A URL. */
  readonly picture: string | null;
  readonly status: UserStatus;
}

/** A person as the operator's file states one. What is left out is null at first, and the status active. */
export interface UserStatement {
  readonly idpId: string;
  readonly name: string;
  readonly role: Role;
  readonly email?: string | null | undefined;
  readonly picture?: string | null | undefined;
  readonly status?: UserStatus | null | undefined;
}

/** A person of a company. Immutable: every change is another object. */
export class User {
  private constructor(
    readonly userId: UserId,
    readonly profile: UserProfile,
    /** Inactive for no other reason than that the file left them out. */
    readonly pruned: boolean,
  ) {}

  /** @throws ValidationFailed */
  static register({ email, picture, status, ...named }: UserStatement): User {
    const profile = { ...named, email: email ?? null, picture: picture ?? null, status: status ?? 'active' };
    return new User(newUserId(), checked(profile), false);
  }

  static restore(userId: UserId, profile: UserProfile, pruned = false): User {
    return new User(userId, profile, pruned);
  }

  get idpId(): string {
    return this.profile.idpId;
  }

  /** The same person with another profile; itself when nothing differs. @throws ValidationFailed */
  change(profile: Omit<UserProfile, 'idpId'>): User {
    const next = checked({ ...profile, idpId: this.idpId });
    const same = (Object.keys(next) as (keyof UserProfile)[]).every((key) => next[key] === this.profile[key]);
    return same && !this.pruned ? this : new User(this.userId, next, false);
  }

  /**
   * The person as now stated: what is left out stays as it is, null clears. Who was pruned and is listed again is
   * active again; who was made inactive by a statement stays so until another one says otherwise.
   * @throws ValidationFailed
   */
  restated({ name, role, email, picture, status }: UserStatement): User {
    const { profile } = this;
    return this.change({
      ...{ name, role },
      email: email === undefined ? profile.email : email,
      picture: picture === undefined ? profile.picture : picture,
      status: status ?? (this.pruned ? 'active' : profile.status),
    });
  }

  /** Left out of a file that tells everything there is. */
  prune(): User {
    if (this.profile.status === 'inactive') return this;
    return new User(this.userId, { ...this.profile, status: 'inactive' }, true);
  }
}

/** Whether a JWT's `sub` can name a user at all. */
export function isIdpId(text: unknown): text is string {
  return isLine(text, 128);
}

function checked({ idpId, name, email, role, picture, status }: UserProfile): UserProfile {
  new Problems()
    .unless(isIdpId(idpId), 'idpId', 'must have 1 to 128 printable characters')
    .unless(isLine(name, 200), 'name', 'must have 1 to 200 characters')
    .unless(email === null || isEmail(email), 'email', 'must be an e-mail address')
    .unless(ROLES.includes(role), 'role', `must be one of ${ROLES.join(', ')}`)
    .unless(picture === null || isWebAddress(picture), 'picture', 'must be an http or https URL')
    .unless(USER_STATUSES.includes(status), 'status', `must be one of ${USER_STATUSES.join(', ')}`)
    .throwIfAny();
  return { idpId, name, email, role, picture, status };
}

/** Plausible; whether mail arrives there is the identity provider's business. */
function isEmail(text: unknown): boolean {
  return isLine(text, 254) && /^[^\s@]+@[^\s@]+$/.test(text);
}

function isWebAddress(text: unknown): boolean {
  return isLine(text, 2_000) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
