import type { Transaction } from '@furrow/platform';

/** What other contexts may know of the company whose transaction it is. */
export class CompanyDirectory {
  /** IANA name. */
  async timezone(tx: Transaction): Promise<string> {
    const [company] = await tx.query<{ timezone: string }>(
      'SELECT timezone FROM access.companies WHERE company_id = $1',
      [tx.companyId],
    );
    if (company === undefined) throw new Error('The transaction stands in a company that does not exist');
    return company.timezone;
  }
}
