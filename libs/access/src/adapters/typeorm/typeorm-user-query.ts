import type { Database } from '@furrow/database';
import type { SelfView, UserListItem, UserQuery } from '../../application/ports.ts';

export class TypeormUserQuery implements UserQuery {
  constructor(private readonly database: Database) {}

  all(companyId: string): Promise<UserListItem[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<UserListItem>(
        `SELECT user_id AS "userId", idp_id AS "idpId", name, email, role, picture, status
           FROM access.users WHERE company_id = $1
         UNION ALL
         SELECT user_id, NULL, name, email, role, picture, status
           FROM access.invitations WHERE company_id = $1 AND status <> 'taken'
         ORDER BY name, "idpId", email`,
        [companyId],
      ),
    );
  }

  async self(companyId: string, userId: string): Promise<SelfView | undefined> {
    const [user] = await this.database.tenant(companyId, (tx) =>
      tx.query<SelfView>(
        `SELECT u.user_id AS "userId", u.idp_id AS "idpId", u.name, u.email, u.role,
                c.company_id AS "companyId", c.name AS "companyName", c.timezone, c.currency
           FROM access.users u JOIN access.companies c ON c.company_id = u.company_id
          WHERE u.company_id = $1 AND u.user_id = $2`,
        [companyId, userId],
      ),
    );
    return user;
  }
}
