import type { ProductionRecord, ProductionSession } from '../../domain/index.ts';
import type { ProductionRepositories } from '../ports.ts';

/** The idpIds of those who made records of a session, by user id: its owner, and admins who voided or corrected. */
export async function authorsOf(
  { users }: Pick<ProductionRepositories, 'users'>,
  { owner }: ProductionSession,
  records: readonly ProductionRecord[],
): Promise<ReadonlyMap<string, string>> {
  const others = new Set(records.map(({ state }) => state.createdBy));
  others.delete(owner.userId);
  const known = others.size === 0 ? [] : await users.idpIds([...others]);
  return new Map([...known, [owner.userId, owner.idpId]]);
}
