import { isId, type LocalDate } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import { HELD } from './typeorm-badge-repository.ts';
import { Roster, type RosterEntry } from '../../domain/index.ts';
import { groupsIn } from './typeorm-group-repository.ts';
import { offeredIn } from './typeorm-option-query.ts';

export const WORKER_NAMES: PreparedStatement = {
  name: 'worker_names',
  text: `SELECT worker_id AS id, full_name AS name FROM workforce.workers
         WHERE company_id = $1 AND worker_id = ANY ($2::uuid[])`,
};

export const BADGE_HOLDERS: PreparedStatement = {
  name: 'badge_holders',
  text: `SELECT b.code, b.worker_id AS "workerId", w.full_name AS name, b.from_at AS "from", b.until_at AS until
           FROM workforce.badge_assignments b
           JOIN workforce.workers w ON w.company_id = b.company_id AND w.worker_id = b.worker_id
          WHERE b.company_id = $1 AND b.code = ANY ($2::text[]) AND ${HELD}`,
};

interface Holding {
  readonly code: string;
  readonly workerId: string;
  readonly name: string;
  readonly from: Date;
  readonly until: Date | null;
}

/** Who had which badge when. */
export class BadgeHolders {
  readonly #byCode: ReadonlyMap<string, readonly Holding[]>;

  constructor(holdings: readonly Holding[]) {
    this.#byCode = Map.groupBy(holdings, ({ code }) => code);
  }

  /** The worker who had the badge at an instant: of its assignments the latest one decides. */
  at(code: string, instant: Date): { readonly workerId: string; readonly name: string } | undefined {
    let latest: Holding | undefined;
    for (const holding of this.#byCode.get(code) ?? [])
      if (holding.from <= instant && (latest === undefined || holding.from > latest.from)) latest = holding;
    return latest && (latest.until === null || latest.until > instant) ? latest : undefined;
  }
}
/** A worker's position, and groups by the local day from which the worker has them. */
export interface WorkerStandingRow {
  readonly workerId: string;
  readonly position: string;
  readonly groups: readonly { readonly from: LocalDate; readonly group: string | null }[];
}

const STANDINGS = `
  SELECT w.worker_id AS "workerId", w.position, coalesce(h.groups, '[]') AS groups
    FROM workforce.workers w
    LEFT JOIN (
      SELECT company_id, worker_id,
             json_agg(json_build_object('from', valid_from, 'group', worker_group) ORDER BY valid_from) AS groups
        FROM workforce.group_history WHERE company_id = $1 GROUP BY company_id, worker_id
    ) h ON h.company_id = w.company_id AND h.worker_id = w.worker_id
   WHERE w.company_id = $1`;

/** The company's workers for other contexts and the operator's tools, read in the caller's transaction. */
export class WorkerDirectory {
  /** Full names by id; unknown ids are left out. */
  async names(tx: Transaction, workerIds: readonly string[]): Promise<Map<string, string>> {
    const ids = [...new Set(workerIds.filter(isId))];
    if (ids.length === 0) return new Map();
    const rows = await tx.query<{ id: string; name: string }>(WORKER_NAMES, [tx.companyId, ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Who had these badges when, with one statement; without any codes, and without any statement, nobody. */
  async holders(tx: Transaction, codes: readonly string[]): Promise<BadgeHolders> {
    const rows = codes.length === 0 ? [] : await tx.query<Holding>(BADGE_HOLDERS, [tx.companyId, codes]);
    return new BadgeHolders(rows);
  }

  /** Codes and full names by id; unknown ids are left out. */
  async identities(
    tx: Transaction,
    workerIds: readonly string[],
  ): Promise<Map<string, { readonly code: string; readonly name: string }>> {
    const rows = await tx.query<{ id: string; code: string; name: string }>(
      `SELECT worker_id AS id, code, full_name AS name FROM workforce.workers
        WHERE company_id = $1 AND worker_id = ANY ($2::uuid[])`,
      [tx.companyId, workerIds.filter(isId)],
    );
    return new Map(rows.map(({ id, code, name }) => [id, { code, name }]));
  }

  /** All workers. */
  async roster(tx: Transaction): Promise<Roster> {
    return new Roster(
      await tx.query<RosterEntry>(
        `SELECT worker_id AS "workerId", code, document_id AS "documentId", full_name AS "fullName"
           FROM workforce.workers WHERE company_id = $1`,
        [tx.companyId],
      ),
    );
  }

  /** Positions, and groups by the local day from which a worker has them, of all workers. */
  standings(tx: Transaction): Promise<WorkerStandingRow[]> {
    return tx.query<WorkerStandingRow>(STANDINGS, [tx.companyId]);
  }

  /** Ids of workers by code or id; unknown ones are left out. */
  async idsOf(tx: Transaction, named: readonly string[]): Promise<Map<string, string>> {
    const [ids, codes] = [named.filter(isId), named.filter((each) => !isId(each))];
    const rows = await tx.query<{ id: string; code: string }>(
      `SELECT worker_id AS id, code FROM workforce.workers
        WHERE company_id = $1 AND (worker_id = ANY ($2::uuid[]) OR code = ANY ($3::text[]))`,
      [tx.companyId, ids, codes],
    );
    const byCode = new Map(rows.map(({ id, code }) => [code, id]));
    const known = new Set(rows.map(({ id }) => id));
    return new Map(
      named.flatMap((each) => {
        const id = known.has(each.toLowerCase()) ? each.toLowerCase() : byCode.get(each);
        return id === undefined ? [] : [[each, id] as const];
      }),
    );
  }

  /** The positions and groups that a worker may have. */
  async offers(
    tx: Transaction,
  ): Promise<{ readonly position: readonly string[]; readonly group: readonly string[] }> {
    const { position } = await offeredIn(tx);
    return { position, group: await groupsIn(tx) };
  }
}
