import { UserDirectory } from '@furrow/access';
import type { Transaction } from '@furrow/database';
import type { Assignees } from '../../application/ports.ts';

/** Users read from access, found by the identity provider's id. */
export class AccessAssignees implements Assignees {
  constructor(private readonly tx: Transaction) {}

  userIds(idpIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new UserDirectory().idsByIdpId(this.tx, idpIds);
  }
}
