import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import type { Role } from '../../domain/user.ts';

/** A user as other contexts show one. */
export interface UserView {
  readonly userId: string;
  readonly idpId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly picture: string | null;
}

/** A company's users for other contexts, including inactive ones, read in the caller's transaction. */
export class UserDirectory {
  /** By userId; unknown ids are left out. */
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

  /** The id of the user with this id or idpId; undefined if the company has none. */
  async idOf(tx: Transaction, user: string): Promise<string | undefined> {
    const [found] = await tx.query<{ userId: string }>(
      `SELECT user_id AS "userId" FROM access.users
        WHERE company_id = $1 AND ${isId(user) ? 'user_id = $2::uuid' : 'idp_id = $2'}`,
      [tx.companyId, user],
    );
    return found?.userId;
  }

  /** Ids by idpId; unknown ones are left out. */
  async idsByIdpId(tx: Transaction, idpIds: readonly string[]): Promise<Map<string, string>> {
    const users = await tx.query<{ idpId: string; userId: string }>(
      `SELECT idp_id AS "idpId", user_id AS "userId"
         FROM access.users WHERE company_id = $1 AND idp_id = ANY ($2::text[])`,
      [tx.companyId, idpIds],
    );
    return new Map(users.map(({ idpId, userId }) => [idpId, userId]));
  }
}
