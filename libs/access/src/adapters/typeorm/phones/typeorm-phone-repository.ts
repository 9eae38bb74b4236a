import type { Transaction } from '@furrow/database';
import { MAX_PHONES_OF_USER, type PhoneReport, type PhoneRepository } from '../../../application/ports.ts';

export class TypeormPhoneRepository implements PhoneRepository {
  constructor(private readonly tx: Transaction) {}

  async report(userId: string, report: PhoneReport, now: Date): Promise<void> {
    const { phoneId, unsent, version, persisted } = report;
    const own = [this.tx.companyId, userId];
    const [{ isNew } = { isNew: false }] = await this.tx.query<{ isNew: boolean }>(
      `INSERT INTO access.phones AS known
         (company_id, user_id, phone_id, unsent, version, persisted, first_seen_at, last_seen_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
       ON CONFLICT (company_id, user_id, phone_id) DO UPDATE SET
         unsent = excluded.unsent, version = excluded.version, persisted = excluded.persisted,
         last_seen_at = excluded.last_seen_at
       RETURNING first_seen_at = last_seen_at AS "isNew"`,
      [...own, phoneId, unsent, version, persisted, now],
    );
    if (!isNew) return;
    await this.tx.query(
      `DELETE FROM access.phones WHERE company_id = $1 AND user_id = $2 AND phone_id NOT IN (
         SELECT phone_id FROM access.phones WHERE company_id = $1 AND user_id = $2
          ORDER BY last_seen_at DESC, phone_id LIMIT $3)`,
      [...own, MAX_PHONES_OF_USER],
    );
  }
}
