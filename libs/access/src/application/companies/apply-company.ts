import { Company, type CompanyDeclaration } from '../../domain/company.ts';
import type { CompanyRepository } from '../ports.ts';

/**
 * Applies the company of the farm file. It is applied first, because it locks the company and serializes concurrent
 * runs.
 */
export class ApplyCompany {
  constructor(
    private readonly companies: CompanyRepository,
    private readonly companyId: string,
  ) {}

  /** @throws ValidationFailed; CompanyKeyTaken */
  async execute(declared: CompanyDeclaration): Promise<void> {
    const company = await this.companies.current();
    if (company === undefined) return this.companies.add(Company.found(this.companyId, declared));
    const changed = company.change(declared);
    if (changed !== company) await this.companies.update(changed);
  }
}
