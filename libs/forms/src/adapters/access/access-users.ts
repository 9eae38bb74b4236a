import { UserDirectory, type UserView } from '@furrow/access';
import type { Transaction } from '@furrow/database';

const users = new UserDirectory();

/** Users read from access, by id. */
export const usersIn = (tx: Transaction, ids: readonly string[]): Promise<Map<string, UserView>> =>
  users.byIds(tx, ids);

/** The user with this id or idpId. */
export const userIdIn = (tx: Transaction, user: string): Promise<string | undefined> => users.idOf(tx, user);
