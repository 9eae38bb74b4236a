import { actingAs, type Database } from '@furrow/database';
import type { PeopleRepositories, PeopleTransactions } from '../../application/ports.ts';
import { TypeormInvitationRepository } from './typeorm-invitation-repository.ts';
import { TypeormUserRepository } from './typeorm-user-repository.ts';

export class TypeormPeopleTransactions implements PeopleTransactions {
  constructor(private readonly database: Database) {}

  run<T>(companyId: string, idpId: string, work: (people: PeopleRepositories) => Promise<T>): Promise<T> {
    // The request has no caller yet: the person becomes one by this.
    return actingAs(
      () => ({ channel: 'user', actor: idpId }),
      () =>
        this.database.tenant(companyId, (tx) =>
          work({ users: new TypeormUserRepository(tx), invitations: new TypeormInvitationRepository(tx) }),
        ),
    );
  }
}
