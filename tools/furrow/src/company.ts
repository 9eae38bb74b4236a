import { type CompanyView, wireAccess } from '@furrow/access';
import { SystemClock } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import { Refusal } from './refusal.ts';

/** @throws Refusal */
export async function companyOf(database: Database, key: string): Promise<CompanyView> {
  const company = await wireAccess(database, new SystemClock()).findCompany.execute(key);
  if (company === undefined)
    throw new Refusal(`There is no company "${key}"; "furrow company list" lists them.`);
  return company;
}
