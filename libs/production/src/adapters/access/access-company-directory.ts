import { CompanyDirectory as Companies } from '@furrow/access';
import type { Transaction } from '@furrow/database';
import { CompanyDirectory } from '../../application/ports.ts';

/** The company, read from access. */
export class AccessCompanyDirectory extends CompanyDirectory {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override currency(): Promise<string | null> {
    return new Companies().currency(this.tx);
  }
}
