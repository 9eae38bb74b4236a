import type { Transaction } from '@furrow/database';
import type { UserRepository } from '../../application/ports.ts';
import { IdpIdTaken } from '../../domain/errors.ts';
import type { User } from '../../domain/user.ts';
import { userFrom, userRow } from './mapper.ts';
import { UserRow } from './rows.ts';

export class TypeormUserRepository implements UserRepository {
  constructor(private readonly tx: Transaction) {}

  async all(): Promise<User[]> {
    const rows = await this.tx.manager.find(UserRow, { where: { companyId: this.tx.companyId } });
    return rows.map(userFrom);
  }

  async add(users: readonly User[]): Promise<void> {
    if (users.length === 0) return;
    // The idpId may belong to another company, whose row the policies hide; the unique constraint then yields no row.
    const added = await this.tx.query<{ idp_id: string }>(
      `INSERT INTO access.users (company_id, user_id, idp_id, name, email, role, picture, status)
       SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
       ON CONFLICT (idp_id) DO NOTHING RETURNING idp_id`,
      [
        this.tx.companyId,
        users.map(({ userId }) => userId),
        users.map(({ profile }) => profile.idpId),
        users.map(({ profile }) => profile.name),
        users.map(({ profile }) => profile.email),
        users.map(({ profile }) => profile.role),
        users.map(({ profile }) => profile.picture),
        users.map(({ profile }) => profile.status),
      ],
    );
    const done = new Set(added.map((row) => row.idp_id));
    const taken = users.map(({ idpId }) => idpId).filter((idpId) => !done.has(idpId));
    if (taken.length > 0) throw new IdpIdTaken(taken);
  }

  async update(user: User): Promise<void> {
    const { companyId, userId, ...columns } = userRow(this.tx.companyId, user);
    await this.tx.manager.update(UserRow, { companyId, userId }, columns);
  }
}
