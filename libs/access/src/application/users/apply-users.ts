import { type FieldProblem } from '@furrow/kernel';
import { type ApplyOptions, type Declared, declaredIn, Reconciliation } from '@furrow/kernel/declarations';
import { emailKey, Invitation } from '../../domain/invitation.ts';
import {
  type InvitedDeclaration,
  type PersonDeclaration,
  User,
  type UserDeclaration,
} from '../../domain/user.ts';
import type { InvitationRepository, UserRepository } from '../ports.ts';

/**
 * Applies the users of the farm file; users and members that it leaves out stay as they are. An entry without an idpId
 * means the user who has that e-mail address, and if there is none, invites the person.
 */
export class ApplyUsers {
  constructor(
    private readonly users: UserRepository,
    private readonly invitations: InvitationRepository,
  ) {}

  /**
   * @returns the id of each declared user, by what the file names them by: idpId, or e-mail address
   * @throws ValidationFailed; IdpIdTaken
   */
  async execute(
    declarations: readonly PersonDeclaration[],
    options: ApplyOptions,
  ): Promise<Map<string, string>> {
    // Locked first: whoever takes one before is among the users, and later ones wait.
    const invited = new Map((await this.invitations.all()).map((each) => [each.emailKey, each]));
    const existing = new Map((await this.users.all()).map((user) => [user.idpId, user]));
    const { users, people, problems } = told(declarations, [...existing.values()]);

    const file = new Reconciliation(options, problems);
    const ofUsers = file.reconcile(existing, users, {
      declare: (declaration, before) => before?.redeclared(declaration) ?? registered(declaration, invited),
      deactivate: (user) => user.prune(),
    });
    const taken = invitationsOf([...ofUsers.declared.values()], invited);
    const open = new Map([...invited].filter(([, each]) => !taken.includes(each)));
    const ofPeople = file.reconcile(open, people, {
      declare: (declaration, before) => before?.redeclared(declaration) ?? Invitation.issue(declaration),
      deactivate: (invitation) => invitation.prune(),
    });
    file.assertValid();

    await this.invitations.end(taken);
    await this.users.add(ofUsers.added);
    for (const user of ofUsers.changed) await this.users.update(user);
    await this.invitations.add(ofPeople.added);
    for (const invitation of ofPeople.changed) await this.invitations.update(invitation);
    const ids = (list: readonly Declared<unknown>[], declared: ReadonlyMap<string, User | Invitation>) =>
      list.flatMap(({ key, as }) => {
        const userId = declared.get(key)?.userId;
        return userId === undefined ? [] : [[as ?? key, userId] as const];
      });
    return new Map([...ids(users, ofUsers.declared), ...ids(people, ofPeople.declared)]);
  }
}

/** A new user has the id that they were invited with. */
function registered(declaration: UserDeclaration, invited: ReadonlyMap<string, Invitation>): User {
  const invitation = invited.get(emailKey(declaration.email ?? ''));
  return User.register(declaration, invitation?.userId);
}

/** No address is both a user's and invited. */
function invitationsOf(users: readonly User[], invited: ReadonlyMap<string, Invitation>): Invitation[] {
  const found = users.map(({ profile }) => invited.get(emailKey(profile.email ?? '')));
  return [...new Set(found)].filter((each) => each !== undefined);
}

/** Which entries are users, and which are people who have not signed in yet. */
function told(declarations: readonly PersonDeclaration[], existing: readonly User[]) {
  const byEmail = Map.groupBy(existing, ({ profile }) => emailKey(profile.email ?? ''));
  const users: Declared<UserDeclaration>[] = [];
  const people: Declared<InvitedDeclaration>[] = [];
  const problems: FieldProblem[] = [];
  for (const { declaration, path } of declaredIn('users', declarations, () => '')) {
    const { idpId, email, ...others } = declaration;
    const refuse = (message: string) => problems.push({ field: `${path}.email`, message });
    const named = { path, keyMember: 'email', ...(email && { as: email }) };
    const [user, ...more] = byEmail.get(emailKey(email ?? '')) ?? [];
    if (idpId !== undefined)
      users.push({ declaration: { ...declaration, idpId }, key: idpId, path, keyMember: 'idpId' });
    else if (!email) refuse('is needed to invite somebody without an idpId');
    else if (more.length > 0) refuse('is of several users: say which one by idpId');
    else if (user === undefined)
      people.push({ declaration: { ...others, email }, key: emailKey(email), ...named });
    else users.push({ declaration: { ...others, idpId: user.idpId }, key: user.idpId, ...named });
  }
  return { users, people, problems };
}
