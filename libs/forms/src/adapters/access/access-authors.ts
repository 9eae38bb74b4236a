import { UserDirectory } from '@furrow/access';
import type { Transaction } from '@furrow/database';
import type { Authors } from '../../application/ports.ts';

/** Names of users, read from access. */
export class AccessAuthors implements Authors {
  constructor(private readonly tx: Transaction) {}

  async names(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const users = await new UserDirectory().byIds(this.tx, userIds);
    return new Map([...users].map(([userId, { name }]) => [userId, name]));
  }
}
