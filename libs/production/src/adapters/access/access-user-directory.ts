import { UserDirectory as Users } from '@furrow/access';
import type { Transaction } from '@furrow/database';
import type { UserDirectory } from '../../application/ports.ts';

/** Users, read from access. */
export class AccessUserDirectory implements UserDirectory {
  constructor(private readonly tx: Transaction) {}

  async idpIds(userIds: readonly string[]): Promise<Map<string, string>> {
    const users = await new Users().byIds(this.tx, userIds);
    return new Map([...users].map(([userId, { idpId }]) => [userId, idpId]));
  }
}
