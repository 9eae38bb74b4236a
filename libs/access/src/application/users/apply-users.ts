import { type ApplyOptions, declaredIn, Reconciliation } from '@furrow/kernel';
import { User, type UserStatement } from '../../domain/user.ts';
import type { UserRepository } from '../ports.ts';

/** Applies the users of the farm file; users and members that it leaves out stay as they are. */
export class ApplyUsers {
  constructor(private readonly users: UserRepository) {}

  /**
   * @returns the id of each declared user, by idpId
   * @throws ValidationFailed; IdpIdTaken
   */
  async execute(declared: readonly UserStatement[], options: ApplyOptions): Promise<Map<string, string>> {
    const existing = new Map((await this.users.all()).map((user) => [user.idpId, user]));
    const file = new Reconciliation(options);
    const { stated, added, changed } = file.reconcile(
      existing,
      declaredIn('users', declared, ({ idpId }) => idpId),
      {
        state: (statement, before) => before?.restated(statement) ?? User.register(statement),
        retire: (user) => user.prune(),
      },
      'idpId',
    );
    file.assertValid();

    await this.users.add(added);
    for (const user of changed) await this.users.update(user);
    return new Map([...stated].map(([idpId, { userId }]) => [idpId, userId]));
  }
}
