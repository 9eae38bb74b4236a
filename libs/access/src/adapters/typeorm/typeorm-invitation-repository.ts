import type { Transaction } from '@furrow/database';
import type { InvitationRepository } from '../../application/ports.ts';
import type { UserId } from '../../domain/ids.ts';
import { Invitation, type InvitationProfile } from '../../domain/invitation.ts';
import type { Role } from '../../domain/user.ts';

interface InvitationRow {
  readonly userId: UserId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly picture: string | null;
  readonly status: InvitationProfile['status'];
  readonly pruned: boolean;
}

const COLUMNS = 'user_id AS "userId", email, name, role, picture, status, pruned';

export class TypeormInvitationRepository implements InvitationRepository {
  constructor(private readonly tx: Transaction) {}

  async all(): Promise<Invitation[]> {
    const rows = await this.tx.query<InvitationRow>(
      `SELECT ${COLUMNS} FROM access.invitations WHERE company_id = $1 AND status <> 'taken' FOR UPDATE`,
      [this.tx.companyId],
    );
    return rows.map(invitationFrom);
  }

  async add(invitations: readonly Invitation[]): Promise<void> {
    if (invitations.length === 0) return;
    await this.tx.change(
      `INSERT INTO access.invitations (company_id, user_id, email_key, email, name, role, picture, status)
       SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
       RETURNING user_id`,
      [
        this.tx.companyId,
        invitations.map(({ userId }) => userId),
        invitations.map(({ emailKey }) => emailKey),
        invitations.map(({ profile }) => profile.email),
        invitations.map(({ profile }) => profile.name),
        invitations.map(({ profile }) => profile.role),
        invitations.map(({ profile }) => profile.picture),
        invitations.map(({ profile }) => profile.status),
      ],
    );
  }

  async update({ userId, profile, pruned }: Invitation): Promise<void> {
    const { name, role, picture, status } = profile;
    await this.tx.change(
      `UPDATE access.invitations SET name = $3, role = $4, picture = $5, status = $6, pruned = $7
        WHERE company_id = $1 AND user_id = $2`,
      [this.tx.companyId, userId, name, role, picture, status, pruned],
    );
  }

  async end(invitations: readonly Invitation[]): Promise<void> {
    if (invitations.length === 0) return;
    await this.tx.change(
      `UPDATE access.invitations SET status = 'taken', pruned = false
        WHERE company_id = $1 AND user_id = ANY ($2::uuid[])`,
      [this.tx.companyId, invitations.map(({ userId }) => userId)],
    );
  }

  async take(emailKey: string): Promise<Invitation | undefined> {
    const [row] = await this.tx.query<Omit<InvitationRow, 'status'>>(
      `UPDATE access.invitations SET status = 'taken'
        WHERE company_id = $1 AND email_key = $2 AND status = 'invited' RETURNING ${COLUMNS}`,
      [this.tx.companyId, emailKey],
    );
    return row && invitationFrom({ ...row, status: 'invited' });
  }
}

function invitationFrom({ userId, pruned, ...profile }: InvitationRow): Invitation {
  return Invitation.restore(userId, profile, pruned);
}
