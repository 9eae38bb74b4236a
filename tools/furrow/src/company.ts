import { type CompanyView, OperatorLists } from '@furrow/access';
import type { Database } from '@furrow/platform';
import { Refusal } from './refusal.ts';

/** @throws Refusal */
export async function companyOf(database: Database, key: string): Promise<CompanyView> {
  const company = await new OperatorLists(database).companyByKey(key);
  if (company === undefined)
    throw new Refusal(`There is no company "${key}"; "furrow company list" shows which there are.`);
  return company;
}
