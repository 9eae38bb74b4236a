import type { Database } from '@furrow/database';
import type { CompanyQuery, CompanyView } from '../../application/ports.ts';

const COMPANY = 'SELECT company_id AS "companyId", key, name, timezone FROM access.companies';

export class TypeormCompanyQuery implements CompanyQuery {
  constructor(private readonly database: Database) {}

  all(): Promise<CompanyView[]> {
    return this.database.system((tx) => tx.query<CompanyView>(`${COMPANY} ORDER BY key`));
  }

  async byKey(key: string): Promise<CompanyView | undefined> {
    const [company] = await this.database.system((tx) =>
      tx.query<CompanyView>(`${COMPANY} WHERE key = $1`, [key]),
    );
    return company;
  }
}
