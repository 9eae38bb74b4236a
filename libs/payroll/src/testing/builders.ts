import type { LocalDate } from '@furrow/kernel';
import {
  type Days,
  DEFAULT_TERMS,
  ManualPay,
  type PayPolicyState,
  type PayTerms,
  type RunTerms,
  type SessionFact,
  type ShiftFact,
  type TermsOn,
  Wages,
  type WageState,
} from '../domain/index.ts';

let count = 0;
const HOUR_MS = 3_600_000;

/** A closed session in which one worker picked 1 unit for 1.00. */
export function aSession(day: string, over: Partial<SessionFact> = {}): SessionFact {
  return {
    ...{ sessionId: `session-${++count}`, day: day as LocalDate, open: false, unit: 'bin' },
    ...{ projectId: 'north', pricePerUnit: '1', bonus: null },
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
    projectId: 'north',
    ...{ workMs: hours * HOUR_MS, restMs: rest * 60_000 },
    ...over,
  };
}

export const terms = (over: Partial<PayTerms> = {}): PayTerms => ({ ...DEFAULT_TERMS, ...over });

/** A policy of all workers since long before. */
export const policyState = (over: Partial<PayPolicyState> = {}): PayPolicyState => ({
  ...{ ...DEFAULT_TERMS, validFrom: '2000-01-01' as LocalDate, group: null },
  ...over,
});

export const wagesOf = (over: Partial<WageState> = {}): Wages =>
  new Wages({ policies: [], rates: [], projectWages: [], workers: {}, ...over });

/** A run of these days in a currency with two decimals, paid by one policy and after no other run. */
export const runOf = (
  paidBy: PayTerms,
  days: Days,
  { termsOn = () => paidBy, ...over }: Partial<RunTerms> & { readonly termsOn?: TermsOn } = {},
): RunTerms => ({
  ...{ days, termsOf: () => termsOn, fixedBonusOn: (day) => termsOn(day).fixedBonus },
  ...{ hasTiers: true, earlier: [], manual: ManualPay.NONE, decimals: 2 },
  ...over,
});

/** A run of these days by all that decides how work is paid. */
export const paidRun = (wages: Wages, days: Days, over: Partial<RunTerms> = {}): RunTerms => ({
  ...{ days, termsOf: (workerId) => wages.termsOf(workerId), hasTiers: wages.hasTiers },
  fixedBonusOn: (day) => wages.baseOn(day)?.fixedBonus ?? 'equal',
  ...{ earlier: [], manual: ManualPay.NONE, decimals: 2 },
  ...over,
});
