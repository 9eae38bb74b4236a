import type { Principal } from '@furrow/access/domain';
import { requireOwnCompany } from '../auth/index.ts';

/** Filters of a query about the harvest. */
interface Filters {
  readonly companyId?: string;
  readonly projectId?: string;
  readonly sectorId?: string;
}

/**
 * Whose harvest a caller may read: supervisors their own sessions.
 * @throws CompanyMismatch
 */
export function scopeOf(caller: Principal, { companyId, projectId, sectorId }: Filters) {
  requireOwnCompany(caller, companyId);
  const isOwn = caller.kind === 'user' && caller.role !== 'admin';
  const ownerUserId = isOwn ? caller.userId : null;
  return { projectId: projectId ?? null, sectorId: sectorId ?? null, ownerUserId };
}
