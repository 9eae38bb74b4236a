import type { Clock } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import type { FeedReadListItem, FeedReadQuery } from '../../../application/ports.ts';

export class TypeormFeedReadQuery implements FeedReadQuery {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  all(companyId: string): Promise<FeedReadListItem[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<FeedReadListItem>(
        `SELECT token.key_id AS "keyId", token.name, read.feed, read.read_at AS "readAt",
                read.behind_since AS "behindSince"
           FROM access.feed_reads AS read
           JOIN access.api_tokens AS token ON token.company_id = $1 AND token.token_id = read.token_id
          WHERE read.company_id = $1 AND token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > $2)
          ORDER BY token.name, token.token_id, read.feed`,
        [companyId, this.clock.now()],
      ),
    );
  }
}
