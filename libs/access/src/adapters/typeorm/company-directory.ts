import type { Transaction } from '@furrow/database';

/** The company of the caller's transaction, for other contexts. */
export class CompanyDirectory {
  /** ISO 4217 code; null if none is declared. */
  async currency(tx: Transaction): Promise<string | null> {
    const [company] = await tx.query<{ currency: string | null }>(
      'SELECT currency FROM access.companies WHERE company_id = $1',
      [tx.companyId],
    );
    return company?.currency ?? null;
  }

  async name(tx: Transaction): Promise<string> {
    const [company] = await tx.query<{ name: string }>(
      'SELECT name FROM access.companies WHERE company_id = $1',
      [tx.companyId],
    );
    if (company === undefined) throw new Error('The transaction names a company that does not exist');
    return company.name;
  }

  /** IANA name. */
  async timezone(tx: Transaction): Promise<string> {
    const [company] = await tx.query<{ timezone: string }>(
      'SELECT timezone FROM access.companies WHERE company_id = $1',
      [tx.companyId],
    );
    if (company === undefined) throw new Error('The transaction names a company that does not exist');
    return company.timezone;
  }
}
