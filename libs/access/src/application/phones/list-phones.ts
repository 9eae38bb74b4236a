import type { PhoneListItem, PhoneQuery } from '../ports.ts';

/** Lists the phones of a company's users. */
export class ListPhones {
  constructor(private readonly phones: PhoneQuery) {}

  /** Those that were heard from last come first. */
  execute(companyId: string): Promise<PhoneListItem[]> {
    return this.phones.all(companyId);
  }
}
