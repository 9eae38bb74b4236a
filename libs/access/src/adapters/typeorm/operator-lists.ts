import type { Database } from '@furrow/platform';
import type { Role, UserStatus } from '../../domain/user.ts';

export interface CompanyView {
  readonly companyId: string;
  readonly key: string;
  readonly name: string;
  readonly timezone: string;
}

export interface UserListItem {
  readonly userId: string;
  readonly idpId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly picture: string | null;
  readonly status: UserStatus;
}

const COMPANY = 'SELECT company_id AS "companyId", key, name, timezone FROM access.companies';

/** What the operator's command line shows. The operator stands above companies. */
export class OperatorLists {
  constructor(private readonly database: Database) {}

  companies(): Promise<CompanyView[]> {
    return this.database.system((tx) => tx.query<CompanyView>(`${COMPANY} ORDER BY key`));
  }

  async companyByKey(key: string): Promise<CompanyView | undefined> {
    const [company] = await this.database.system((tx) =>
      tx.query<CompanyView>(`${COMPANY} WHERE key = $1`, [key]),
    );
    return company;
  }

  users(companyId: string): Promise<UserListItem[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<UserListItem>(
        `SELECT user_id AS "userId", idp_id AS "idpId", name, email, role, picture, status
           FROM access.users WHERE company_id = $1 ORDER BY name, idp_id`,
        [companyId],
      ),
    );
  }
}
