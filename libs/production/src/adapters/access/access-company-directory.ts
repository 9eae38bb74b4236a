import { CompanyDirectory as Companies } from '@furrow/access';
import type { Transaction } from '@furrow/database';
import type { CompanyDirectory } from '../../application/ports.ts';

/** The company, read from access. */
export class AccessCompanyDirectory implements CompanyDirectory {
  constructor(private readonly tx: Transaction) {}

  currency(): Promise<string | null> {
    return new Companies().currency(this.tx);
  }
}
