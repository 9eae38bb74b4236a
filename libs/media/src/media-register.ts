import type { Clock } from '@furrow/kernel';
import { FaultIsolation } from '@furrow/jobs';
import { crossing, type Database, lockedTogether, queryCrossing, type Transaction } from '@furrow/database';
import type { MediaContent } from './content/media-content.ts';
import { companyOfKey } from './media-key.ts';

export interface CondemnedObject {
  readonly companyId: string;
  readonly key: string;
}

const CONDEMNED_AT_ONCE = 500;

const OLD = `
  SELECT company_id AS "companyId", key FROM media.objects
   WHERE NOT kept AND NOT condemned AND created_at < $1 AND ($2::uuid IS NULL OR (company_id, key) > ($2, $3))
   ORDER BY 1, 2 LIMIT $4`;

/** Skips those that a request is keeping. A Citus locks the rows of one company at a time. */
const CONDEMN_OLD = crossing(
  undefined,
  2,
  (of) => `
  UPDATE media.objects o SET condemned = true
    FROM (SELECT o.company_id, o.key FROM unnest($1::uuid[], $2::text[]) AS chosen (company_id, key)
            JOIN media.objects o ON o.company_id = chosen.company_id AND o.key = chosen.key
           WHERE NOT o.kept ${of('o')}
             FOR NO KEY UPDATE OF o SKIP LOCKED) AS old
   WHERE o.company_id = old.company_id AND o.key = old.key ${of('o')}
  RETURNING 1 AS condemned`,
);

/** The rows of `media.objects`: one for each object, from before it is stored until after it is removed. */
export class MediaRegister {
  readonly #condemning: FaultIsolation<CondemnedObject>;

  /** @param report writes into the log */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    report: (message: string) => void = () => undefined,
  ) {
    this.#condemning = new FaultIsolation({
      ...{ database, report, keyOf: ({ key }) => key, companyOf: ({ companyId }) => companyId },
      describe: ({ key }) => `The unreferenced medium ${key} cannot be removed`,
    });
  }

  async enter(companyId: string, key: string, { mimeType, bytes }: MediaContent): Promise<void> {
    await this.database.tenant(companyId, (tx) =>
      tx.query(
        'INSERT INTO media.objects (company_id, key, mime_type, bytes, created_at) VALUES ($1, $2, $3, $4, $5)',
        [companyId, key, mimeType, bytes.length, this.clock.now()],
      ),
    );
  }

  /** Waits for a sweep that is condemning one of them, and then finds it gone. */
  async keep(tx: Transaction, keys: readonly string[]): Promise<void> {
    const wanted = new Set(keys);
    const kept = await tx.query(
      `UPDATE media.objects SET kept = true WHERE company_id = $1 AND key = ANY ($2) AND NOT condemned RETURNING key`,
      [tx.companyId, [...wanted].sort()],
    );
    if (kept.length !== wanted.size) throw new Error('Media that a transaction refers to are not there');
  }

  async release(tx: Transaction, keys: readonly string[]): Promise<void> {
    await tx.query('UPDATE media.objects SET kept = false WHERE company_id = $1 AND key = ANY ($2)', [
      tx.companyId,
      keys,
    ]);
  }

  /** The type of a kept object, undefined if there is none. */
  async mimeTypeOf(key: string): Promise<string | undefined> {
    const companyId = companyOfKey(key);
    if (companyId === undefined) return undefined;
    const [row] = await this.database.tenant(companyId, (tx) =>
      tx.query<{ mime_type: string }>(
        'SELECT mime_type FROM media.objects WHERE company_id = $1 AND key = $2 AND kept',
        [companyId, key],
      ),
    );
    return row?.mime_type;
  }

  /** Condemns those of one company that no transaction has kept; waits for a transaction that is keeping one. */
  condemn(companyId: string, keys: readonly string[]): Promise<CondemnedObject[]> {
    return this.database.tenant(companyId, (tx) =>
      tx.query<CondemnedObject>(
        `UPDATE media.objects SET condemned = true WHERE company_id = $1 AND key = ANY ($2) AND NOT kept
         RETURNING company_id AS "companyId", key`,
        [companyId, keys],
      ),
    );
  }

  /** Crosses companies, because abandoned objects may belong to any of them. @returns how many cannot be condemned */
  async condemnOlderThan(instant: Date): Promise<number> {
    let failed = 0;
    for (let last: CondemnedObject | undefined; ;) {
      const position = [last?.companyId ?? null, last?.key ?? ''];
      const old = await this.database.system((tx) =>
        tx.query<CondemnedObject>(OLD, [instant, ...position, CONDEMNED_AT_ONCE]),
      );
      for (const { company, items } of lockedTogether(this.database, old)) {
        const done = await this.#condemning.run(items, (them) => this.#condemnOld(them, company));
        failed += items.length - done.length;
      }
      if (old.length < CONDEMNED_AT_ONCE) return failed;
      last = old.at(-1);
    }
  }

  #condemnOld(objects: readonly CondemnedObject[], company?: string): Promise<unknown> {
    const arrays = [objects.map(({ companyId }) => companyId), objects.map(({ key }) => key)];
    return this.database.system((tx) => queryCrossing(tx, CONDEMN_OLD, arrays, company));
  }

  /** In order of their keys, including those condemned by a process that crashed. */
  condemnedAfter(last: CondemnedObject | undefined, limit: number): Promise<CondemnedObject[]> {
    return this.database.system((tx) =>
      tx.query<CondemnedObject>(
        `SELECT company_id AS "companyId", key FROM media.objects
          WHERE NOT kept AND condemned AND ($1::uuid IS NULL OR (company_id, key) > ($1, $2)) ORDER BY 1, 2 LIMIT $3`,
        [last?.companyId ?? null, last?.key ?? '', limit],
      ),
    );
  }

  /** Crosses companies: objects that were not kept, and those of them that a sweep should have removed by `instant`. */
  async unkept(instant: Date): Promise<{ all: number; overdue: number }> {
    const [row] = await this.database.system((tx) =>
      tx.query<{ all: number; overdue: number }>(
        `SELECT count(*)::int AS all, count(*) FILTER (WHERE created_at < $1)::int AS overdue
           FROM media.objects WHERE NOT kept`,
        [instant],
      ),
    );
    return row ?? { all: 0, overdue: 0 };
  }

  /**
   * Which of a company's keys have a row, in any state. Asked as the company: the policies hide kept rows from the
   * system role, and every photo would seem abandoned.
   */
  async known(companyId: string, keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.tenant(companyId, (tx) =>
      tx.query<{ key: string }>('SELECT key FROM media.objects WHERE company_id = $1 AND key = ANY ($2)', [
        companyId,
        keys,
      ]),
    );
    return new Set(rows.map(({ key }) => key));
  }

  async strike({ companyId, key }: CondemnedObject): Promise<void> {
    await this.database.tenant(companyId, (tx) =>
      tx.query('DELETE FROM media.objects WHERE company_id = $1 AND key = $2 AND condemned', [
        companyId,
        key,
      ]),
    );
  }
}
