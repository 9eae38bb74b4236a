import type { Acting, Database } from '@furrow/database';

export interface AuditEntry {
  readonly at: Date;
  /** `database`: directly in the database, by the login named as actor. */
  readonly channel: Acting['channel'] | 'database';
  readonly actor: string | null;
  readonly userId: string | null;
  readonly requestId: string | null;
  /** Such as `session.closed`. */
  readonly act: string;
  /** Ids of the objects concerned, up to 10,000. */
  readonly subjects: readonly string[];
  /** Ids of what contains them: a record's sessions, a form record's form. */
  readonly within: readonly string[] | null;
  /** Names of the columns that an update changed. */
  readonly changed: readonly string[] | null;
}

export interface AuditQuestion {
  readonly since?: Date | undefined;
  /** Id of a session, record, worker, user or form, a token's keyId, or a deviceId. */
  readonly subject?: string | undefined;
  readonly limit: number;
}

/** Who did what in a company. */
export class AuditTrail {
  constructor(private readonly database: Database) {}

  /** The latest entries, in order of time. */
  entries(companyId: string, { since, subject, limit }: AuditQuestion): Promise<AuditEntry[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<AuditEntry>(
        `SELECT at, door AS channel, actor, user_id AS "userId", request_id AS "requestId", act, subjects, within, changed
         FROM (SELECT * FROM audit.entries
               WHERE company_id = $1 AND at >= coalesce($2::timestamptz, '-infinity')
                 AND ($3::text IS NULL OR $3 = ANY (subjects) OR $3 = ANY (within))
               ORDER BY at DESC, entry_id DESC LIMIT $4) AS latest
         ORDER BY at, entry_id`,
        [companyId, since ?? null, subject ?? null, limit],
      ),
    );
  }
}
