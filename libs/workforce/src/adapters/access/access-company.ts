import { CompanyDirectory } from '@furrow/access';
import type { Transaction } from '@furrow/database';

export const timezoneIn = (tx: Transaction): Promise<string> => new CompanyDirectory().timezone(tx);
