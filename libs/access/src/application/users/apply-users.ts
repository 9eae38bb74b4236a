import { User, type UserStatement } from '../../domain/user.ts';
import { type ApplyOptions, eachDeclared } from '../declared.ts';
import type { UserRepository } from '../ports.ts';

/** Makes the company's users as the operator's file says; what it leaves out, of a user too, stays as it is. */
export class ApplyUsers {
  constructor(private readonly users: UserRepository) {}

  /**
   * @returns the id of each declared user, by idpId
   * @throws ValidationFailed; IdpIdTaken
   */
  async execute(declared: readonly UserStatement[], { prune }: ApplyOptions): Promise<Map<string, string>> {
    const existing = new Map((await this.users.all()).map((user) => [user.idpId, user]));
    const wanted = eachDeclared(
      'users',
      'idpId',
      declared,
      (user) => existing.get(user.idpId)?.restated(user) ?? User.register(user),
    );
    const byIdpId = new Map(wanted.map((user) => [user.idpId, user]));
    const left = prune ? [...existing.values()].filter((user) => !byIdpId.has(user.idpId)) : [];

    await this.users.add(wanted.filter((user) => !existing.has(user.idpId)));
    for (const user of [...wanted, ...left.map((user) => user.prune())]) {
      const before = existing.get(user.idpId);
      if (before !== undefined && before !== user) await this.users.update(user);
    }
    return new Map(wanted.map((user) => [user.idpId, user.userId]));
  }
}
