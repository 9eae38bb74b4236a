import type { CompanyDirectory } from '@furrow/access';
import type { Transaction } from '@furrow/platform';

/** The company's own zone, as access keeps it. */
export function companyZoneFrom(directory: CompanyDirectory): (tx: Transaction) => Promise<string> {
  return (tx) => directory.timezone(tx);
}
