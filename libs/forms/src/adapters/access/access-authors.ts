import { UserDirectory } from '@furrow/access';
import type { Transaction } from '@furrow/platform';
import { Authors } from '../../application/ports.ts';

/** Names of users, read from access. */
export class AccessAuthors extends Authors {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async name(userId: string): Promise<string | undefined> {
    return (await new UserDirectory().byIds(this.tx, [userId])).get(userId)?.name;
  }
}
