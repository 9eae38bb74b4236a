import type { Database } from '@furrow/database';
import { FaultIsolation } from '@furrow/jobs';
import type { FeedRead, FeedReadRepository } from '../../../application/ports.ts';

/** One statement for the tokens of all companies. It joins reads as `joined` does. */
export class TypeormFeedReadRepository implements FeedReadRepository {
  readonly #recording: FaultIsolation<FeedRead>;

  /** @param report writes into the log */
  constructor(
    private readonly database: Database,
    report: (message: string) => void = () => undefined,
  ) {
    this.#recording = new FaultIsolation({
      ...{
        database,
        report,
        keyOf: ({ keyId, feed }) => `${keyId} ${feed}`,
        companyOf: ({ keyId }) => keyId,
      },
      describe: ({ keyId, feed }) => `How far API token ${keyId} is in the feed ${feed} cannot be stored`,
    });
  }

  async record(reads: readonly FeedRead[]): Promise<readonly FeedRead[]> {
    const done = new Set(
      await this.#recording.run(reads, (some) =>
        this.database.system((tx) =>
          Promise.all([
            // Another process that stores reads of the same token delays this one alone.
            tx.query(`SET LOCAL lock_timeout = '500ms'`),
            tx.query(RECORD, parametersOf(some)),
          ]),
        ),
      ),
    );
    return reads.filter((read) => !done.has(read));
  }
}

const parametersOf = (reads: readonly FeedRead[]) => [
  reads.map((read) => read.keyId),
  reads.map((read) => read.feed),
  reads.map((read) => read.readAt),
  reads.map((read) => read.caughtUpAt),
  reads.map((read) => read.behindSince),
];

const CAUGHT_UP = `GREATEST(known.caught_up_at, excluded.caught_up_at, '-infinity')`;

/** `GREATEST` and `LEAST` leave out nulls. */
const RECORD = `
  INSERT INTO access.feed_reads AS known (company_id, token_id, feed, read_at, caught_up_at, behind_since)
  SELECT token.company_id, token.token_id, noted.feed, noted.read_at, noted.caught_up_at, noted.behind_since
    FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[])
           AS noted (key_id, feed, read_at, caught_up_at, behind_since)
    JOIN access.api_tokens AS token ON token.key_id = noted.key_id
  ON CONFLICT (company_id, token_id, feed) DO UPDATE SET
    read_at = GREATEST(known.read_at, excluded.read_at),
    caught_up_at = GREATEST(known.caught_up_at, excluded.caught_up_at),
    behind_since = CASE
      WHEN GREATEST(known.read_at, excluded.read_at) > ${CAUGHT_UP} THEN LEAST(
        CASE WHEN known.behind_since > ${CAUGHT_UP} THEN known.behind_since END,
        CASE WHEN excluded.behind_since > ${CAUGHT_UP} THEN excluded.behind_since END,
        GREATEST(known.read_at, excluded.read_at))
      END`;
