import { UserDirectory } from '@furrow/access';
import type { Transaction } from '@furrow/database';
import type { Responsible } from '../typeorm/queries/typeorm-harvest-query.ts';

/** The users responsible for sessions, read from access, by user id. */
export async function responsiblesIn(
  tx: Transaction,
  userIds: readonly string[],
): Promise<Record<string, Responsible>> {
  const users = await new UserDirectory().byIds(tx, [...userIds]);
  return Object.fromEntries(
    [...users].map(([userId, { idpId, name, email, role, picture }]) => [
      userId,
      { idpId, name, email, role, picture },
    ]),
  );
}
