import type { LocalDate } from '@furrow/kernel';
import {
  type Bonus,
  type ClosedReason,
  type Closure,
  ProductionSession,
  type SessionId,
} from '../../domain/index.ts';

/** A row of production.sessions as the driver returns it: numeric as text, timestamptz as Date. */
export interface SessionRow {
  company_id: string;
  session_id: SessionId;
  project_id: string;
  sector_id: string;
  sector_name: string;
  crop: string | null;
  variety: string | null;
  timezone: string;
  owner_user_id: string;
  owner_idp_id: string;
  local_date: LocalDate;
  day: Date;
  midnight_at: Date;
  opened_at: Date;
  created_at: Date;
  max_duration_hours: number;
  sync_grace_hours: number;
  repeat_seconds: number | null;
  ends_at: Date;
  end_reason: 'midnight_local' | 'max_duration';
  lapses_at: Date;
  status: 'open' | 'closed';
  closed_at: Date | null;
  closed_by: Closure['by'] | null;
  closed_reason: ClosedReason | null;
  sampling_unit: string | null;
  price_per_unit: string | null;
  follows_prices: boolean;
  bonus: Bonus | null;
  notes: string | null;
  final_notes: string | null;
  local_id: string | null;
  fingerprint: string;
  harvest_unit_id: string | null;
  harvest_lot_code: string | null;
  license_plate: string | null;
  driver_name: string | null;
  override_reason: string | null;
}

export const SESSION_COLUMNS = `
  s.company_id, s.session_id, s.project_id, s.sector_id, s.sector_name, s.crop, s.variety, s.timezone, s.owner_user_id,
  s.owner_idp_id, s.local_date, s.day, s.midnight_at, s.opened_at, s.created_at, s.max_duration_hours, s.sync_grace_hours,
  s.ends_at, s.end_reason, s.lapses_at, s.status, s.closed_at, s.closed_by, s.closed_reason, s.sampling_unit,
  s.price_per_unit, s.bonus, s.notes, s.final_notes, s.local_id, s.fingerprint, s.harvest_unit_id, s.harvest_lot_code,
  s.license_plate, s.driver_name, s.override_reason, s.repeat_seconds, s.follows_prices`;

export function sessionOf(row: SessionRow): ProductionSession {
  return ProductionSession.restore({
    companyId: row.company_id,
    sessionId: row.session_id,
    projectId: row.project_id,
    sectorId: row.sector_id,
    sectorName: row.sector_name,
    crop: row.crop,
    variety: row.variety,
    timezone: row.timezone,
    owner: { userId: row.owner_user_id, idpId: row.owner_idp_id },
    localDate: row.local_date,
    day: row.day,
    midnightAt: row.midnight_at,
    openedAt: row.opened_at,
    createdAt: row.created_at,
    maxDurationHours: row.max_duration_hours,
    syncGraceHours: row.sync_grace_hours,
    repeatSeconds: row.repeat_seconds,
    closure: closureOf(row),
    samplingUnit: row.sampling_unit,
    pricePerUnit: row.price_per_unit,
    // A session of the version before that has no price was opened without one.
    followsPrices: row.follows_prices || row.price_per_unit === null,
    bonus: row.bonus,
    notes: row.notes,
    finalNotes: row.final_notes,
    localId: row.local_id,
    fingerprint: row.fingerprint,
    harvestUnitId: row.harvest_unit_id,
    harvestLotCode: row.harvest_lot_code,
    licensePlate: row.license_plate,
    driverName: row.driver_name,
    overrideReason: row.override_reason,
  });
}

export function rowOf(session: ProductionSession): SessionRow {
  const state = session.state;
  return {
    company_id: state.companyId,
    session_id: state.sessionId,
    project_id: state.projectId,
    sector_id: state.sectorId,
    sector_name: state.sectorName,
    crop: state.crop,
    variety: state.variety,
    timezone: state.timezone,
    owner_user_id: state.owner.userId,
    owner_idp_id: state.owner.idpId,
    local_date: state.localDate,
    day: state.day,
    midnight_at: state.midnightAt,
    opened_at: state.openedAt,
    created_at: state.createdAt,
    sync_grace_hours: state.syncGraceHours,
    repeat_seconds: state.repeatSeconds,
    local_id: state.localId,
    fingerprint: state.fingerprint,
    harvest_unit_id: state.harvestUnitId,
    harvest_lot_code: state.harvestLotCode,
    license_plate: state.licensePlate,
    driver_name: state.driverName,
    override_reason: state.overrideReason,
    ...changeableOf(session),
  };
}

/** The columns that may change after a session was opened. */
export function changeableOf(session: ProductionSession) {
  const { state, end, lapsesAt } = session;
  return {
    max_duration_hours: state.maxDurationHours,
    ends_at: end.at,
    end_reason: end.reason,
    lapses_at: lapsesAt,
    status: state.closure === null ? ('open' as const) : ('closed' as const),
    closed_at: state.closure?.at ?? null,
    closed_by: state.closure?.by ?? null,
    closed_reason: state.closure?.reason ?? null,
    sampling_unit: state.samplingUnit,
    price_per_unit: state.pricePerUnit,
    follows_prices: state.followsPrices,
    bonus: state.bonus,
    notes: state.notes,
    final_notes: state.finalNotes,
  };
}

function closureOf(row: SessionRow): Closure | null {
  if (row.closed_at === null || row.closed_by === null || row.closed_reason === null) return null;
  return { at: row.closed_at, by: row.closed_by, reason: row.closed_reason };
}
