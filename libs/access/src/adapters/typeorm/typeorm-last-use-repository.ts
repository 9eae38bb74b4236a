import type { Database } from '@furrow/platform';
import { LastUseRepository, type TokenUse } from '../../application/ports.ts';

/** One UPDATE for the tokens of all companies. */
export class TypeormLastUseRepository extends LastUseRepository {
  constructor(private readonly database: Database) {
    super();
  }

  override async record(uses: readonly TokenUse[]): Promise<void> {
    await this.database.system((tx) =>
      tx.query(
        `UPDATE access.api_tokens AS token SET last_used_at = used.at
           FROM unnest($1::text[], $2::timestamptz[]) AS used (key_id, at)
          WHERE token.key_id = used.key_id AND (token.last_used_at IS NULL OR token.last_used_at < used.at)`,
        [uses.map((use) => use.keyId), uses.map((use) => use.at)],
      ),
    );
  }
}
