import type { CompanyQuery, CompanyView } from '../ports.ts';

export class ListCompanies {
  constructor(private readonly companies: CompanyQuery) {}

  /** By key. */
  execute(): Promise<CompanyView[]> {
    return this.companies.all();
  }
}
