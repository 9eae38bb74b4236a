import { CompanyDirectory } from '@furrow/access';
import type { Transaction } from '@furrow/database';

const companies = new CompanyDirectory();

/** The company's own time zone, read from access. */
export const ownZoneOf = (tx: Transaction): Promise<string> => companies.timezone(tx);
