import type { Database } from '@furrow/database';
import type { PhoneListItem, PhoneQuery } from '../../../application/ports.ts';

export class TypeormPhoneQuery implements PhoneQuery {
  constructor(private readonly database: Database) {}

  all(companyId: string): Promise<PhoneListItem[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<PhoneListItem>(
        `SELECT p.phone_id AS "phoneId", p.user_id AS "userId", u.name AS "userName", p.unsent, p.version, p.persisted,
                p.first_seen_at AS "firstSeenAt", p.last_seen_at AS "lastSeenAt"
           FROM access.phones p JOIN access.users u ON u.company_id = p.company_id AND u.user_id = p.user_id
          WHERE p.company_id = $1
          ORDER BY p.last_seen_at DESC, p.user_id, p.phone_id`,
        [companyId],
      ),
    );
  }
}
