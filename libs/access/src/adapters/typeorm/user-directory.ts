import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';
import type { Role } from '../../domain/user.ts';

/** A person as other contexts show one. */
export interface UserView {
  readonly userId: string;
  readonly idpId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly picture: string | null;
}

/** What other contexts may know of a company's users, the inactive included, in the caller's own transaction. */
export class UserDirectory {
  /** Those that exist, by userId; an id that names nobody is simply not there. */
  async byIds(tx: Transaction, userIds: readonly string[]): Promise<Map<string, UserView>> {
    const ids = userIds.filter(isId);
    if (ids.length === 0) return new Map();
    const users = await tx.query<UserView>(
      `SELECT user_id AS "userId", idp_id AS "idpId", name, email, role, picture
         FROM access.users WHERE company_id = $1 AND user_id = ANY ($2::uuid[])`,
      [tx.companyId, ids],
    );
    return new Map(users.map((user) => [user.userId, user]));
  }
}
