import type { Principal } from '@furrow/access/domain';
import { CompanyMismatch } from '../errors/api-errors.ts';

/**
 * @param asked the company that a filter names
 * @throws CompanyMismatch
 */
export function requireOwnCompany(caller: Pick<Principal, 'companyId'>, asked: string | undefined): void {
  if (asked !== undefined && asked.toLowerCase() !== caller.companyId) throw new CompanyMismatch();
}
