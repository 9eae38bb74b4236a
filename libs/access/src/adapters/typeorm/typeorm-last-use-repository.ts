import type { Database } from '@furrow/database';
import { FaultIsolation } from '@furrow/jobs';
import type { LastUseRepository, TokenUse } from '../../application/ports.ts';

const RECORD = `
  UPDATE access.api_tokens AS token SET last_used_at = used.at
    FROM unnest($1::text[], $2::timestamptz[]) AS used (key_id, at)
   WHERE token.key_id = used.key_id AND (token.last_used_at IS NULL OR token.last_used_at < used.at)`;

/** One UPDATE for the tokens of all companies. */
export class TypeormLastUseRepository implements LastUseRepository {
  readonly #recording: FaultIsolation<TokenUse>;

  /** @param report writes into the log */
  constructor(
    private readonly database: Database,
    report: (message: string) => void = () => undefined,
  ) {
    this.#recording = new FaultIsolation({
      ...{ database, report, keyOf: ({ keyId }) => keyId, companyOf: ({ keyId }) => keyId },
      describe: ({ keyId }) => `The last use of API token ${keyId} cannot be stored`,
    });
  }

  async record(uses: readonly TokenUse[]): Promise<readonly TokenUse[]> {
    const done = new Set(
      await this.#recording.run(uses, (some) =>
        this.database.system((tx) =>
          Promise.all([
            // A request that changes a token delays this one alone.
            tx.query(`SET LOCAL lock_timeout = '500ms'`),
            tx.query(RECORD, [some.map((use) => use.keyId), some.map((use) => use.at)]),
          ]),
        ),
      ),
    );
    return uses.filter((use) => !done.has(use));
  }
}
