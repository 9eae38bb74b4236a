import { isId, textOrder } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/platform';
import { ShiftRepository } from '../../application/ports.ts';
import { type BreakKind, breakTime, Shift, type ShiftState } from '../../domain/index.ts';
import { type ShiftRow, shiftOf, SHIFT_COLUMNS, storedBreaks } from './shift-row.ts';

/** Instants are sent as milliseconds, which both sides read and write several times as fast as dates. */
const at = (column: string) => `to_timestamp(s.${column} / 1000)`;

/** One statement for any number of shifts: inserts those whose key is free. */
export const ADD_SHIFTS: PreparedStatement = {
  name: 'add_shifts',
  text: `
    INSERT INTO workforce.shifts
      (company_id, shift_id, worker_id, project_id, sector_id, kind, timezone, local_date, day, started_at, ended_at,
       breaks, meal_ms, rest_ms, client_event_id, sent_as, notes, created_at, created_by, created_by_idp_id)
    SELECT $1, s.shift_id, s.worker_id, s.project_id, s.sector_id, s.kind, s.timezone, s.local_date, ${at('day')},
           ${at('started_at')}, ${at('ended_at')}, s.breaks, s.meal_ms, s.rest_ms, s.client_event_id, s.sent_as, s.notes, $2::timestamptz, $3::uuid, $4
    FROM unnest($5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::date[], $12::float8[],
                $13::float8[], $14::float8[], $15::jsonb[], $16::integer[], $17::integer[], $18::text[],
                $19::text[], $20::text[])
      AS s (shift_id, worker_id, project_id, sector_id, kind, timezone, local_date, day, started_at, ended_at, breaks,
            meal_ms, rest_ms, client_event_id, sent_as, notes)
    ON CONFLICT (company_id, client_event_id) DO NOTHING
    RETURNING shift_id AS "shiftId"`,
};

const SHIFTS = `SELECT ${SHIFT_COLUMNS} FROM workforce.shifts s WHERE s.company_id = $1`;
const SHIFTS_BY_EVENT_IDS: PreparedStatement = {
  name: 'shifts_by_event_ids',
  text: `${SHIFTS} AND s.client_event_id = ANY($2::text[])`,
};

export class TypeormShiftRepository extends ShiftRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async add(shifts: readonly Shift[]): Promise<Set<string>> {
    if (shifts.length === 0) return new Set();
    const states = shifts.map(({ state }) => state);
    const rows = await this.tx.query<{ shiftId: string }>(
      ADD_SHIFTS,
      addShiftsParameters(this.tx.companyId, states),
    );
    return new Set(rows.map(({ shiftId }) => shiftId));
  }

  override async byEventIds(clientEventIds: readonly string[]): Promise<Shift[]> {
    if (clientEventIds.length === 0) return [];
    const rows = await this.tx.query<ShiftRow>(SHIFTS_BY_EVENT_IDS, [this.tx.companyId, clientEventIds]);
    return rows.map(shiftOf);
  }

  override async lock(shiftId: string): Promise<Shift | undefined> {
    if (!isId(shiftId)) return undefined;
    const [row] = await this.tx.query<ShiftRow>(`${SHIFTS} AND s.shift_id = $2 FOR NO KEY UPDATE`, [
      this.tx.companyId,
      shiftId,
    ]);
    return row && shiftOf(row);
  }

  override async update({ state }: Shift): Promise<void> {
    await this.tx.change(
      `UPDATE workforce.shifts SET ended_at = $3, breaks = $4, meal_ms = $5, rest_ms = $6, voided_at = $7, void_reason = $8
       WHERE company_id = $1 AND shift_id = $2`,
      [
        ...[this.tx.companyId, state.shiftId, state.endedAt, storedBreaks(state.breaks)],
        ...[
          breakTime(state.breaks, 'meal'),
          breakTime(state.breaks, 'rest'),
          state.voidedAt,
          state.voidReason,
        ],
      ],
    );
  }
}

/**
 * The parameters of ADD_SHIFTS, for shifts that one user created at one instant. Every process inserts shifts in order
 * of key, so that two syncs of the same shifts cannot deadlock.
 */
export function addShiftsParameters(companyId: string, states: readonly ShiftState[]): unknown[] {
  const sorted = states.toSorted((a, b) => textOrder(a.clientEventId, b.clientEventId));
  const [first] = sorted;
  const column = <K extends keyof ShiftState>(name: K) => sorted.map((state) => state[name]);
  const instants = (name: 'day' | 'startedAt' | 'endedAt') =>
    plainArray(sorted.map((state) => state[name]?.getTime() ?? null));
  const lengths = (kind: BreakKind) => plainArray(sorted.map(({ breaks }) => breakTime(breaks, kind)));
  return [
    ...[companyId, first?.createdAt, first?.createdBy.userId, first?.createdBy.idpId],
    ...[plainArray(column('shiftId')), plainArray(column('workerId')), plainArray(column('projectId'))],
    ...[plainArray(column('sectorId')), plainArray(column('kind')), plainArray(column('timezone'))],
    ...[plainArray(column('localDate')), instants('day'), instants('startedAt'), instants('endedAt')],
    ...[quotedArray(sorted.map(({ breaks }) => storedBreaks(breaks))), lengths('meal'), lengths('rest')],
    ...[quotedArray(column('clientEventId')), plainArray(column('sentAs')), quotedArray(column('notes'))],
  ];
}

/** The text of an array of ids, words, names of zones and numbers, which need no quoting: the driver inspects each value. */
const plainArray = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

/** The text of an array of any texts; most need no escapes. */
const quotedArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${escaped(value)}"`)).join(',')}}`;

const escaped = (value: string): string => (/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value);
