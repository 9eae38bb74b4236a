import { type Break, Shift, type ShiftState } from '../../domain/index.ts';

/** A row of the table of shifts. */
export interface ShiftRow extends Omit<ShiftState, 'breaks' | 'createdBy'> {
  readonly breaks: readonly StoredBreak[];
  readonly createdBy: string;
  readonly createdByIdpId: string;
}

export interface StoredBreak {
  readonly kind: Break['kind'];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Of the table alias `s`. */
export const SHIFT_COLUMNS = `
  s.shift_id AS "shiftId", s.worker_id AS "workerId", s.project_id AS "projectId", s.sector_id AS "sectorId", s.kind,
  s.timezone, s.local_date::text AS "localDate", s.day, s.started_at AS "startedAt", s.ended_at AS "endedAt", s.breaks,
  s.client_event_id AS "clientEventId", s.sent_as AS "sentAs", s.notes, s.created_at AS "createdAt",
  s.created_by AS "createdBy", s.created_by_idp_id AS "createdByIdpId", s.voided_at AS "voidedAt",
  s.void_reason AS "voidReason"`;

export function shiftOf({ breaks, createdBy, createdByIdpId, ...row }: ShiftRow): Shift {
  return Shift.restore({
    ...row,
    breaks: breaks.map(breakOf),
    createdBy: { userId: createdBy, idpId: createdByIdpId },
  });
}

export function breakOf({ kind, startedAt, endedAt }: StoredBreak): Break {
  return { kind, startedAt: new Date(startedAt), endedAt: new Date(endedAt) };
}

/**
 * The JSON text of StoredBreaks.
 * @param quote how to write a quote, if the text stands within another one
 */
export function storedBreaks(breaks: readonly Break[], quote = '"'): string {
  const name = (text: string) => quote + text + quote;
  let list = '';
  for (const { kind, startedAt, endedAt } of breaks) {
    const span = `${name('startedAt')}:${startedAt.getTime()},${name('endedAt')}:${endedAt.getTime()}`;
    list += `${list && ','}{${name('kind')}:${name(kind)},${span}}`;
  }
  return `[${list}]`;
}
