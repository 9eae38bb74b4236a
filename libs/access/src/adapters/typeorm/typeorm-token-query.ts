import type { Clock } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import type { TokenListItem, TokenQuery } from '../../application/ports.ts';

export class TypeormTokenQuery implements TokenQuery {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  all(companyId: string): Promise<TokenListItem[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<TokenListItem>(
        `SELECT key_id AS "keyId", name, scopes,
                CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= $2 THEN 'expired'
                     WHEN replaced_at IS NOT NULL THEN 'retiring' ELSE 'active' END AS status,
                created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt",
                last_used_at AS "lastUsedAt"
           FROM access.api_tokens WHERE company_id = $1 ORDER BY token_id DESC`,
        [companyId, this.clock.now()],
      ),
    );
  }
}
