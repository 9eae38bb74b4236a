import type { Transaction } from '@furrow/database';
import type { CompanyRepository } from '../../application/ports.ts';
import type { Company } from '../../domain/company.ts';
import { CompanyKeyTaken } from '../../domain/errors.ts';
import { companyFrom, companyRow } from './mapper.ts';
import { CompanyRow } from './rows.ts';

export class TypeormCompanyRepository implements CompanyRepository {
  constructor(private readonly tx: Transaction) {}

  async current(): Promise<Company | undefined> {
    const row = await this.tx.manager.findOne(CompanyRow, {
      where: { companyId: this.tx.companyId },
      lock: { mode: 'pessimistic_write' },
    });
    return row === null ? undefined : companyFrom(row);
  }

  async add({ companyId, profile: { key, name, timezone, currency } }: Company): Promise<void> {
    // The key may belong to another company, whose row the policies hide; so the result is no row rather than an error.
    const added = await this.tx.query(
      `INSERT INTO access.companies (company_id, key, name, timezone, currency) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (key) DO NOTHING RETURNING company_id`,
      [companyId, key, name, timezone, currency],
    );
    if (added.length === 0) throw new CompanyKeyTaken(key);
  }

  async update(company: Company): Promise<void> {
    await this.tx.manager.update(CompanyRow, { companyId: this.tx.companyId }, companyRow(company));
  }
}
