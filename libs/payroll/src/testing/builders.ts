import type { LocalDate } from '@furrow/kernel';
import {
  type Days,
  DEFAULT_TERMS,
  type PayTerms,
  type RunTerms,
  type SessionFact,
  type ShiftFact,
} from '../domain/index.ts';

let count = 0;
const HOUR_MS = 3_600_000;

/** A closed session in which one worker picked 1 unit for 1.00. */
export function aSession(day: string, over: Partial<SessionFact> = {}): SessionFact {
  return {
    ...{ sessionId: `session-${++count}`, day: day as LocalDate, open: false, unit: 'bin' },
    ...{ pricePerUnit: '1', bonus: null },
    work: [work('ana', '1')],
    ...over,
  };
}

export const work = (workerId: string, units: string, shiftId: string | null = null) => ({
  workerId,
  units: [{ shiftId, units }],
});

/** A shift of so many hours, with so many minutes of rest. */
export function aShift(
  day: string,
  kind: ShiftFact['kind'],
  hours: number,
  { rest = 0, ...over }: Partial<ShiftFact> & { rest?: number } = {},
): ShiftFact {
  return {
    ...{ shiftId: `shift-${++count}`, workerId: 'ana', day: day as LocalDate, kind, overlaps: false },
    ...{ workMs: hours * HOUR_MS, restMs: rest * 60_000 },
    ...over,
  };
}

export const terms = (over: Partial<PayTerms> = {}): PayTerms => ({ ...DEFAULT_TERMS, ...over });

/** A run of these days in a currency with two decimals, paid by one policy and after no other run. */
export const runOf = (paidBy: PayTerms, days: Days, over: Partial<RunTerms> = {}): RunTerms => ({
  ...{ days, terms: paidBy, termsOn: () => paidBy, earlier: [], decimals: 2 },
  ...over,
});
