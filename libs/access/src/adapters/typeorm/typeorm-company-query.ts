import type { Database } from '@furrow/database';
import { CompanyQuery, type CompanyView } from '../../application/ports.ts';

const COMPANY = 'SELECT company_id AS "companyId", key, name, timezone FROM access.companies';

export class TypeormCompanyQuery extends CompanyQuery {
  constructor(private readonly database: Database) {
    super();
  }

  override all(): Promise<CompanyView[]> {
    return this.database.system((tx) => tx.query<CompanyView>(`${COMPANY} ORDER BY key`));
  }

  override async byKey(key: string): Promise<CompanyView | undefined> {
    const [company] = await this.database.system((tx) =>
      tx.query<CompanyView>(`${COMPANY} WHERE key = $1`, [key]),
    );
    return company;
  }
}
