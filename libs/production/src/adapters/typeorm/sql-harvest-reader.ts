import { isId } from '@furrow/kernel';
import type { Database, Transaction } from '@furrow/platform';
import { HarvestReader, type HarvestQuery, type ProjectRegistry } from '../../application/ports.ts';
import { ProjectForbidden, SectorForbidden, SectorNotInProject } from '../../domain/index.ts';

const BATCH = 50;
const iso = (instant: string) => `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const LAPSED = `s.status = 'open' AND s.lapses_at <= $6`;

const IN_RANGE = `s.company_id = $1 AND s.local_date BETWEEN $2 AND $3
    AND ($4::uuid IS NULL OR s.project_id = $4) AND ($5::uuid IS NULL OR s.sector_id = $5)`;

/**
 * Each session as the very text of its answer: the time goes into building JSON, and PostgreSQL builds it where the
 * numbers are. Per-worker figures come from the tallies, which the records' own transactions keep exact.
 * A session that time has closed is shown closed, swept or not.
 * Sessions are put in order before their figures are gathered: the first is answered while the rest are not begun.
 */
export const HARVEST_SESSIONS = `
  SELECT json_build_object(
    'sessionId', s.session_id, 'localId', s.local_id, 'projectId', s.project_id, 'sectorId', s.sector_id,
    'sector_name', s.sector_name, 'crop', s.crop, 'variety', s.variety,
    'day', ${iso('s.day')}, 'openedAt', ${iso('s.opened_at')},
    'closedAt', ${iso(`CASE WHEN ${LAPSED} THEN s.ends_at ELSE s.closed_at END`)},
    'createdAt', ${iso('s.created_at')},
    'status', CASE WHEN ${LAPSED} THEN 'closed' ELSE s.status END,
    'closedBy', CASE WHEN ${LAPSED} THEN 'system' ELSE s.closed_by END,
    'closedReason', CASE WHEN ${LAPSED} THEN s.end_reason ELSE s.closed_reason END,
    'timezone', s.timezone, 'unit', s.sampling_unit, 'maxDurationHours', s.max_duration_hours,
    'harvestUnitId', s.harvest_unit_id, 'harvestLotCode', s.harvest_lot_code, 'workerCount', coalesce(w.workers, 0),
    'notes', s.notes, 'finalNotes', s.final_notes, 'license_plate', s.license_plate, 'driver_name', s.driver_name,
    'totalUnits', coalesce(w.units, 0),
    'needsRecalc', coalesce(w.movements, 0) <> coalesce(q.movements, 0), 'qualityBreakdownAt', ${iso('q.taken_at')},
    'responsible', $7::json -> s.owner_user_id::text,
    'qualityBreakdown', coalesce(q.breakdown, '[]'), 'workers', coalesce(w.list, '[]')
  )::text AS session
  FROM (
    SELECT * FROM production.sessions s WHERE ${IN_RANGE} ORDER BY s.day, s.opened_at, s.session_id
  ) AS s
  LEFT JOIN production.quality_snapshots q USING (company_id, session_id)
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
      LEFT JOIN production.qualities k ON k.company_id = t.company_id AND k.quality_id = t.quality_id
      WHERE t.company_id = s.company_id AND t.session_id = s.session_id
      GROUP BY t.worker_id
    ) AS by_worker
  ) AS w ON true
  ORDER BY s.day, s.opened_at, s.session_id`;

/** Who is responsible for a session: the user who opened it. */
export interface Responsible {
  readonly idpId: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly role: string | null;
  readonly picture: string | null;
}

export interface HarvestNeighbours {
  projects(tx: Transaction): ProjectRegistry;
  responsibles(tx: Transaction, userIds: readonly string[]): Promise<Record<string, Responsible>>;
}

export class SqlHarvestReader extends HarvestReader {
  constructor(
    private readonly database: Database,
    private readonly neighbours: HarvestNeighbours,
  ) {
    super();
  }

  override read(query: HarvestQuery, onBatch: (sessions: readonly string[]) => Promise<void>): Promise<void> {
    return this.database.tenant(query.companyId, async (tx) => {
      await checkFilters(this.neighbours.projects(tx), query);
      const range = [query.companyId, query.start, query.end, query.projectId, query.sectorId];
      const owners = await tx.query<{ id: string }>(
        `SELECT DISTINCT s.owner_user_id AS id FROM production.sessions s WHERE ${IN_RANGE}`,
        range,
      );
      const responsibles = await this.neighbours.responsibles(
        tx,
        owners.map((owner) => owner.id),
      );
      const parameters = [...range, query.now, JSON.stringify(responsibles)];
      for await (const rows of tx.batches<{ session: string }>(HARVEST_SESSIONS, parameters, BATCH))
        await onBatch(rows.map((row) => row.session));
    });
  }
}

/** @throws ProjectForbidden | SectorForbidden for what is unknown or foreign, SectorNotInProject for a contradiction */
async function checkFilters(projects: ProjectRegistry, { projectId, sectorId }: HarvestQuery): Promise<void> {
  if (projectId !== null && (!isId(projectId) || !(await projects.project(projectId))))
    throw new ProjectForbidden();
  if (sectorId === null) return;
  const sector = isId(sectorId) ? await projects.sector(sectorId) : undefined;
  if (!sector) throw new SectorForbidden();
  if (projectId !== null && sector.projectId !== projectId.toLowerCase()) throw new SectorNotInProject();
}
