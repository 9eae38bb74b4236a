import type { CompanyQuery, CompanyView } from '../ports.ts';

export class FindCompany {
  constructor(private readonly companies: CompanyQuery) {}

  /** The company with this key, if there is one. */
  execute(key: string): Promise<CompanyView | undefined> {
    return this.companies.byKey(key);
  }
}
