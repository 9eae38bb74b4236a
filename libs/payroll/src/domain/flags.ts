import type { LocalDate } from '@furrow/kernel';
import type { PayFacts } from './pay-facts.ts';
import type { PayTerms } from './pay-policy.ts';
import { type Days, isWithin } from './workweek.ts';

// prettier-ignore
export const BLOCKING = ['session_open', 'shift_running', 'shift_overlap', 'no_price', 'no_policy', 'no_currency', 'hours_missing', 'pay_policy_changes'] as const;
export const FLAGS = [...BLOCKING, 'outside_shift'] as const;

/** What somebody has to see to before pay is final, or should know. */
export interface Flag {
  readonly code: (typeof FLAGS)[number];
  readonly workerId?: string;
  readonly sessionId?: string;
  readonly shiftId?: string;
  readonly day?: LocalDate;
}

export const isBlocking = ({ code }: Flag): boolean => (BLOCKING as readonly string[]).includes(code);

/** @param terms null: no policy is in force on the first day */
export function flagsOf(
  facts: PayFacts,
  terms: PayTerms | null,
  currency: string | null,
  days: Days,
): Flag[] {
  const sessions = facts.sessions.filter(({ day }) => isWithin(day, days));
  const shifts = facts.shifts.filter(({ day }) => isWithin(day, days));
  const flags: Flag[] = [];
  if (terms === null) flags.push({ code: 'no_policy', day: days.from });
  if (currency === null) flags.push({ code: 'no_currency' });
  for (const { sessionId, day, open, pricePerUnit, work } of sessions) {
    if (open) flags.push({ code: 'session_open', sessionId, day });
    if (pricePerUnit === null && work.length > 0) flags.push({ code: 'no_price', sessionId, day });
  }
  for (const { shiftId, workerId, day, kind, workMs, overlaps } of shifts) {
    if (workMs === null) flags.push({ code: 'shift_running', workerId, shiftId, day });
    if (overlaps) flags.push({ code: 'shift_overlap', workerId, shiftId, day });
    if (terms !== null && hasNoRate(terms, kind)) flags.push({ code: 'no_price', workerId, shiftId, day });
  }
  const worked = new Set(shifts.map(({ workerId, day }) => `${workerId} ${day}`));
  const missing = new Map<string, Flag>();
  for (const { sessionId, day, work } of sessions)
    for (const { workerId, units } of work) {
      const of = `${workerId} ${day}`;
      if (terms !== null && needsHours(terms) && !worked.has(of))
        missing.set(of, { code: 'hours_missing', workerId, day });
      if (units.some(({ shiftId }) => shiftId === null))
        flags.push({ code: 'outside_shift', workerId, sessionId, day });
    }
  return [...flags, ...missing.values()];
}

/** Whether pay cannot be worked out without knowing how long somebody worked. */
function needsHours({ minimumWage, overtime, restBreaks }: PayTerms): boolean {
  return minimumWage?.per === 'hour' || overtime !== null || restBreaks === 'average';
}

function hasNoRate({ hourlyRate, nonproductiveRate, minimumWage }: PayTerms, kind: string): boolean {
  const rate = { hourly: hourlyRate, nonproductive: nonproductiveRate }[kind];
  return rate === null && minimumWage?.per !== 'hour';
}
