import { type ApplyOptions, declaredIn, Reconciliation } from '@furrow/kernel/declarations';
import { User, type UserDeclaration } from '../../domain/user.ts';
import type { UserRepository } from '../ports.ts';

/** Applies the users of the farm file; users and members that it leaves out stay as they are. */
export class ApplyUsers {
  constructor(private readonly users: UserRepository) {}

  /**
   * @returns the id of each declared user, by idpId
   * @throws ValidationFailed; IdpIdTaken
   */
  async execute(
    declarations: readonly UserDeclaration[],
    options: ApplyOptions,
  ): Promise<Map<string, string>> {
    const existing = new Map((await this.users.all()).map((user) => [user.idpId, user]));
    const file = new Reconciliation(options);
    const { declared, added, changed } = file.reconcile(
      existing,
      declaredIn('users', declarations, ({ idpId }) => idpId),
      {
        declare: (declaration, before) => before?.redeclared(declaration) ?? User.register(declaration),
        deactivate: (user) => user.prune(),
      },
      'idpId',
    );
    file.assertValid();

    await this.users.add(added);
    for (const user of changed) await this.users.update(user);
    return new Map([...declared].map(([idpId, { userId }]) => [idpId, userId]));
  }
}
