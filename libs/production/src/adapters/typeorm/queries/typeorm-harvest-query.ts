import { type Database, jsonInstant, jsonObject, type Transaction } from '@furrow/database';
import { ChangeFeed } from '@furrow/journal';
import { PICKED_BY_HOUR, pickedHours, type PickedRow } from './picked-hours.ts';
import type {
  HarvestFeedPage,
  HarvestFeedScope,
  HarvestScope,
  HarvestQuery,
  FarmDirectory,
  PickedHours,
} from '../../../application/ports.ts';

const BATCH = 50;
const LAPSED = `s.status = 'open' AND s.lapses_at <= $6`;

/** $4 project and $5 sector, or null for any. */
const OF_LAND = `($4::uuid IS NULL OR s.project_id = $4) AND ($5::uuid IS NULL OR s.sector_id = $5)`;
/** $1 company, $2 and $3 first and last day. */
export const IN_RANGE = `s.company_id = $1 AND s.local_date BETWEEN $2 AND $3 AND ${OF_LAND}`;

/** The members of a session as it is answered, each an expression of SQL. */
const MEMBERS = {
  ...{ sessionId: 's.session_id', localId: 's.local_id', projectId: 's.project_id', sectorId: 's.sector_id' },
  ...{ sector_name: 's.sector_name', crop: 's.crop', variety: 's.variety' },
  ...{ day: jsonInstant('s.day'), openedAt: jsonInstant('s.opened_at') },
  closedAt: jsonInstant(`CASE WHEN ${LAPSED} THEN s.ends_at ELSE s.closed_at END`),
  createdAt: jsonInstant('s.created_at'),
  status: `CASE WHEN ${LAPSED} THEN 'closed' ELSE s.status END`,
  closedBy: `CASE WHEN ${LAPSED} THEN 'system' ELSE s.closed_by END`,
  closedReason: `CASE WHEN ${LAPSED} THEN s.end_reason ELSE s.closed_reason END`,
  ...{ timezone: 's.timezone', unit: 's.sampling_unit', maxDurationHours: 's.max_duration_hours' },
  ...{ harvestUnitId: 's.harvest_unit_id', harvestLotCode: 's.harvest_lot_code' },
  ...{ workerCount: 'coalesce(w.workers, 0)', notes: 's.notes', finalNotes: 's.final_notes' },
  ...{ license_plate: 's.license_plate', driver_name: 's.driver_name' },
  totalUnits: 'coalesce(w.units, 0)',
  needsRecalc: 'coalesce(w.movements, 0) <> coalesce(q.movements, 0)',
  qualityBreakdownAt: jsonInstant('q.taken_at'),
  responsible: '$7::json -> s.owner_user_id::text',
  ...{ qualityBreakdown: "coalesce(q.breakdown, '[]')", workers: "coalesce(w.list, '[]')" },
};
export type HarvestMember = keyof typeof MEMBERS;

/**
 * Selects each session as the JSON text of the answer. Most of the time is spent on building JSON, so PostgreSQL builds
 * it where the numbers are. Figures per worker come from the tallies, which are updated in the same transaction as the
 * records and therefore exact. A session whose time is over is shown as closed even before the sweep. Sessions are
 * ordered before their figures are aggregated, so the first session is answered before the others are read.
 */
const sessionsAsJson = (sessions: string, order: string) => `
  SELECT ${jsonObject(MEMBERS)}::text AS session
  FROM (${sessions} ORDER BY ${order}) AS s
  LEFT JOIN production.quality_snapshots q ON q.company_id = $1 AND q.session_id = s.session_id
  LEFT JOIN LATERAL (
    SELECT count(*) AS workers, trim_scale(sum(valid)) AS units, sum(records + voided) AS movements,
           json_agg(json_build_object('workerId', worker_id, 'worker_name', name, 'validUnits', trim_scale(valid),
             'netUnits', trim_scale(valid), 'recordCount', records, 'voidedCount', voided,
             'qualityBreakdown', qualities) ORDER BY name, worker_id) AS list
    FROM (
      SELECT t.worker_id, max(t.worker_name) AS name, sum(t.units_added - t.units_voided) AS valid,
             sum(t.record_count) AS records, sum(t.voided_count) AS voided,
             json_agg(json_build_object('qualityId', t.quality_id, 'qualityName', k.name,
               'validUnits', trim_scale(t.units_added - t.units_voided), 'recordCount', t.record_count)
               ORDER BY k.name, t.quality_id) AS qualities
      FROM production.tallies t
      LEFT JOIN production.qualities k ON k.company_id = $1 AND k.quality_id = t.quality_id
      WHERE t.company_id = $1 AND t.session_id = s.session_id
      GROUP BY t.worker_id
    ) AS by_worker
  ) AS w ON true
  ORDER BY ${order}`;

/**
 * $1 company, $2 and $3 first and last day, $4 project and $5 sector or null, $6 now, $7 the responsible users by id.
 */
export const HARVEST_SESSIONS = sessionsAsJson(
  `SELECT * FROM production.sessions s WHERE ${IN_RANGE}`,
  's.day, s.opened_at, s.session_id',
);

/** The same for the sessions of one owner, $8. */
const OWN_HARVEST_SESSIONS = sessionsAsJson(
  `SELECT * FROM production.sessions s WHERE ${IN_RANGE} AND s.owner_user_id = $8`,
  's.day, s.opened_at, s.session_id',
);

const CHANGES = { log: 'production.session_changes', item: 'session_id' };
const CHANGED = `
  JOIN production.sessions s ON s.company_id = c.company_id AND s.session_id = c.session_id
    AND ($5::date IS NULL OR s.local_date >= $5) AND ($6::date IS NULL OR s.local_date <= $6)
    AND ($7::uuid IS NULL OR s.project_id = $7) AND ($8::uuid IS NULL OR s.sector_id = $8)`;

/** The user responsible for a session: the one who opened it. */
export interface Responsible {
  readonly idpId: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly role: string | null;
  readonly picture: string | null;
}

export interface HarvestNeighbours {
  farm(tx: Transaction): FarmDirectory;
  responsibles(tx: Transaction, userIds: readonly string[]): Promise<Record<string, Responsible>>;
}

/** Which sessions an answer holds. */
interface SessionSelection {
  /** Takes the parameters of `where`, then now and the responsible users, then `own`. */
  readonly sql: string;
  /** The condition by which the responsible users are found, perhaps with others; its parameters are `chosen`. */
  readonly where: string;
  readonly chosen: readonly unknown[];
  readonly own: readonly unknown[];
}

export class TypeormHarvestQuery implements HarvestQuery {
  readonly #feed: ChangeFeed;
  readonly #changedSessions: string;

  constructor(
    private readonly database: Database,
    private readonly neighbours: HarvestNeighbours,
  ) {
    this.#feed = new ChangeFeed(database, CHANGES);
    // $2 sessions and $3 their changes. A session that changed again after the page was chosen is left to a later page.
    this.#changedSessions = sessionsAsJson(
      `SELECT s.*, changed.ordinal FROM unnest($2::uuid[], $3::xid8[]) WITH ORDINALITY AS changed (session_id, xid, ordinal)
       JOIN production.sessions s ON s.company_id = $1 AND s.session_id = changed.session_id
       WHERE ${OF_LAND} AND ${this.#feed.unchangedSince('changed.session_id', 'changed.xid')}`,
      'ordinal',
    );
  }

  hours({
    companyId,
    ownerUserId,
    now,
  }: Pick<HarvestScope, 'companyId' | 'ownerUserId' | 'now'>): Promise<PickedHours[]> {
    return this.database.reads.tenant(companyId, async (tx) =>
      pickedHours(await tx.query<PickedRow>(PICKED_BY_HOUR, [companyId, now, ownerUserId]), now),
    );
  }

  read(query: HarvestScope, onBatch: (sessions: readonly string[]) => Promise<void>): Promise<void> {
    return this.database.reads.tenant(query.companyId, async (tx) => {
      await this.neighbours.farm(tx).check(query);
      const { ownerUserId: owner } = query;
      const chosen = [query.companyId, query.start, query.end, query.projectId, query.sectorId];
      const selection =
        owner === null ? { sql: HARVEST_SESSIONS, own: [] } : { sql: OWN_HARVEST_SESSIONS, own: [owner] };
      await this.#stream(tx, { ...selection, where: IN_RANGE, chosen }, query.now, onBatch);
    });
  }

  async follow(
    query: HarvestFeedScope,
    onBatch: (sessions: readonly string[]) => Promise<void>,
  ): Promise<HarvestFeedPage> {
    const { companyId, start, end, projectId, sectorId, ownerUserId } = query;
    const epoch = await this.#feed.epoch(companyId);
    // Cursors of clients that see all sessions are already in use, so their form must not change.
    const own = ownerUserId === null ? [] : [ownerUserId];
    const joins = ownerUserId === null ? CHANGED : `${CHANGED} AND s.owner_user_id = $9`;
    const follow = async (tx: Transaction) => {
      await this.neighbours.farm(tx).check(query);
      const place = [projectId?.toLowerCase() ?? null, sectorId?.toLowerCase() ?? null];
      const filters = [start, end, ...place, ...own];
      const scope = { question: filters, joins, where: '', parameters: filters };
      const { changes, ...page } = await this.#feed.page(tx, epoch, query, scope);
      const changed = [
        companyId,
        changes.map(({ id }) => id),
        changes.map(({ xid }) => xid),
        projectId,
        sectorId,
      ];
      const where = `s.company_id = $1 AND s.session_id = ANY($2::uuid[]) AND $3::xid8[] IS NOT NULL AND ${OF_LAND}`;
      const sql = this.#changedSessions;
      await this.#stream(tx, { sql, where, chosen: changed, own: [] }, query.now, onBatch);
      return page;
    };
    return this.database.reads.tenant(companyId, follow, epoch.epoch);
  }

  async #stream(
    tx: Transaction,
    { sql, where, chosen, own }: SessionSelection,
    now: Date,
    onBatch: (sessions: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const owners = await tx.query<{ id: string }>(
      `SELECT DISTINCT s.owner_user_id AS id FROM production.sessions s WHERE ${where}`,
      chosen,
    );
    const responsibles = await this.neighbours.responsibles(
      tx,
      owners.map((owner) => owner.id),
    );
    const parameters = [...chosen, now, JSON.stringify(responsibles), ...own];
    for await (const rows of tx.batches<{ session: string }>(sql, parameters, BATCH))
      await onBatch(rows.map((row) => row.session));
  }
}
