import { CompanyDirectory } from '@furrow/access';
import type { Transaction } from '@furrow/database';

export const currencyIn = (tx: Transaction): Promise<string | null> => new CompanyDirectory().currency(tx);
export const timezoneIn = (tx: Transaction): Promise<string> => new CompanyDirectory().timezone(tx);
export const companyNameIn = (tx: Transaction): Promise<string> => new CompanyDirectory().name(tx);
