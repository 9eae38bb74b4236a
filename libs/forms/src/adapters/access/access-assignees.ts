import { UserDirectory } from '@furrow/access';
import type { Transaction } from '@furrow/database';
import { Assignees } from '../../application/ports.ts';

/** Users read from access, found by the identity provider's id. */
export class AccessAssignees extends Assignees {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override userIds(idpIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new UserDirectory().idsByIdpId(this.tx, idpIds);
  }
}
