import { isId, textOrder } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import type { ShiftRepository } from '../../application/ports.ts';
import { breakTime, type Shift, type ShiftState } from '../../domain/index.ts';
import { type ShiftRow, shiftOf, SHIFT_COLUMNS, storedBreaks } from './shift-row.ts';

/** Instants are sent as milliseconds, which both sides read and write several times as fast as dates. */
const at = (column: string) => `to_timestamp(s.${column} / 1000)`;

/** One statement for any number of shifts: inserts those whose key is free, and returns each, because a Citus counts all. */
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
    RETURNING 1 AS added`,
};

const SHIFTS = `SELECT ${SHIFT_COLUMNS} FROM workforce.shifts s WHERE s.company_id = $1`;
const SHIFTS_BY_EVENT_IDS: PreparedStatement = {
  name: 'shifts_by_event_ids',
  text: `${SHIFTS} AND s.client_event_id = ANY($2::text[])`,
};

export class TypeormShiftRepository implements ShiftRepository {
  constructor(private readonly tx: Transaction) {}

  async add(shifts: readonly Shift[]): Promise<number> {
    if (shifts.length === 0) return 0;
    const parameters = addShiftsParameters(
      this.tx.companyId,
      shifts.map(({ state }) => state),
    );
    return (await this.tx.query(ADD_SHIFTS, parameters)).length;
  }

  async byEventIds(clientEventIds: readonly string[]): Promise<Shift[]> {
    if (clientEventIds.length === 0) return [];
    const rows = await this.tx.query<ShiftRow>(SHIFTS_BY_EVENT_IDS, [this.tx.companyId, clientEventIds]);
    return rows.map(shiftOf);
  }

  async lock(shiftId: string): Promise<Shift | undefined> {
    if (!isId(shiftId)) return undefined;
    const [row] = await this.tx.query<ShiftRow>(`${SHIFTS} AND s.shift_id = $2 FOR NO KEY UPDATE`, [
      this.tx.companyId,
      shiftId,
    ]);
    return row && shiftOf(row);
  }

  async update({ state }: Shift): Promise<void> {
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
 * of key, so that two syncs of the same shifts cannot deadlock. Arrays are written here, because the driver inspects each
 * value of them.
 */
export function addShiftsParameters(companyId: string, states: readonly ShiftState[]): unknown[] {
  const sorted = states.toSorted((a, b) => textOrder(a.clientEventId, b.clientEventId));
  const [first] = sorted;
  // Ids, words, names of zones and numbers need no quotes.
  const array = (value: (state: ShiftState) => string | number | null | undefined): string => {
    let list = '';
    for (const state of sorted) list += `${list && ','}${value(state) ?? 'NULL'}`;
    return `{${list}}`;
  };
  return [
    ...[companyId, first?.createdAt, first?.createdBy.userId, first?.createdBy.idpId],
    ...[array(({ shiftId }) => shiftId), array(({ workerId }) => workerId)],
    ...[array(({ projectId }) => projectId), array(({ sectorId }) => sectorId)],
    ...[array(({ kind }) => kind), array(({ timezone }) => timezone)],
    ...[array(({ localDate }) => localDate), array(({ day }) => day.getTime())],
    ...[array(({ startedAt }) => startedAt.getTime()), array(({ endedAt }) => endedAt?.getTime())],
    array(({ breaks }) => `"${storedBreaks(breaks, '\\"')}"`),
    ...[array(({ breaks }) => breakTime(breaks, 'meal')), array(({ breaks }) => breakTime(breaks, 'rest'))],
    ...[array(({ clientEventId }) => quoted(clientEventId)), array(({ sentAs }) => sentAs)],
    array(({ notes }) => (notes === null ? null : quoted(notes))),
  ];
}

/** Any text as an element of an array; most need no escapes. */
const quoted = (value: string): string =>
  `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
