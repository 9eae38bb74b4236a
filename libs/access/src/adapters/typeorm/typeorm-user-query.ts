import type { Database } from '@furrow/platform';
import { type UserListItem, UserQuery } from '../../application/ports.ts';

export class TypeormUserQuery extends UserQuery {
  constructor(private readonly database: Database) {
    super();
  }

  override all(companyId: string): Promise<UserListItem[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<UserListItem>(
        `SELECT user_id AS "userId", idp_id AS "idpId", name, email, role, picture, status
           FROM access.users WHERE company_id = $1 ORDER BY name, idp_id`,
        [companyId],
      ),
    );
  }
}
