import { type Role, User, type UserProfile, type UserStatus } from '../domain/user.ts';
import { type ApplyOptions, eachDeclared } from './declared.ts';
import type { UserRepository } from './ports.ts';

/** A user as the operator's file declares one: what is left out is null, and the status active. */
export interface DeclaredUser {
  readonly idpId: string;
  readonly name: string;
  readonly role: Role;
  readonly email?: string | null;
  readonly picture?: string | null;
  readonly status?: UserStatus;
}

/** Makes the company's users as the operator's file says. */
export class ApplyUsers {
  constructor(private readonly users: UserRepository) {}

  /**
   * @returns the id of each declared user, by idpId
   * @throws ValidationFailed; IdpIdTaken
   */
  async execute(declared: readonly DeclaredUser[], { prune }: ApplyOptions): Promise<Map<string, string>> {
    const existing = new Map((await this.users.all()).map((user) => [user.idpId, user]));
    const wanted = eachDeclared('users', 'idpId', declared, (user) => {
      const profile = profileOf(user);
      return existing.get(user.idpId)?.change(profile) ?? User.register(profile);
    });
    const byIdpId = new Map(wanted.map((user) => [user.idpId, user]));
    const left = prune ? [...existing.values()].filter((user) => !byIdpId.has(user.idpId)) : [];

    await this.users.add(wanted.filter((user) => !existing.has(user.idpId)));
    for (const user of [...wanted, ...left.map((user) => user.deactivate())]) {
      const before = existing.get(user.idpId);
      if (before !== undefined && before !== user) await this.users.update(user);
    }
    return new Map(wanted.map((user) => [user.idpId, user.userId]));
  }
}

function profileOf({ idpId, name, role, email, picture, status }: DeclaredUser): UserProfile {
  return { idpId, name, role, email: email ?? null, picture: picture ?? null, status: status ?? 'active' };
}
