import type { LocalDate } from '@furrow/kernel';
import type { SessionFact, ShiftFact } from './pay-facts.ts';
import { isPriced } from './session-parts.ts';
import type { PayTerms } from './terms/pay-policy.ts';
import type { Wages } from './terms/wages.ts';
import { type Days, isWithin, workweekOf } from './workweek.ts';

/** Blocking flags that an admin may acknowledge when freezing. */
export const ACKNOWLEDGEABLE = ['negative_gross'] as const;
export type Acknowledgeable = (typeof ACKNOWLEDGEABLE)[number];
// oxfmt-ignore
export const BLOCKING = ['session_open', 'shift_running', 'shift_overlap', 'no_price', 'no_policy', 'no_currency', 'hours_missing', 'pay_policy_changes', ...ACKNOWLEDGEABLE] as const;
export const FLAGS = [...BLOCKING, 'outside_shift', 'hours_elsewhere', 'too_old_to_correct'] as const;

/** Something that must be settled before pay is final, or that should be known. */
export interface Flag {
  readonly code: (typeof FLAGS)[number];
  readonly workerId?: string;
  readonly sessionId?: string;
  readonly shiftId?: string;
  readonly day?: LocalDate;
  /** The frozen run that this run corrects, or that is too old to be corrected, if it is of its days. */
  readonly payRunId?: string;
}

/** Whether both say the same of the same work. */
export const isSameFlag = (a: Flag, b: Flag): boolean =>
  (['code', 'workerId', 'sessionId', 'shiftId', 'day'] as const).every((member) => a[member] === b[member]);

type WorkerDay = Pick<ShiftFact, 'workerId' | 'day'>;

/** A shift of a worker in another project than that of a run, or units in a session of one. */
export interface WorkElsewhere extends WorkerDay {
  readonly isUnits?: boolean;
}

/** @param acknowledged codes that the admin has acknowledged */
export const isBlocking = ({ code }: Flag, acknowledged: readonly Acknowledgeable[] = []): boolean =>
  (BLOCKING as readonly string[]).includes(code) && !(acknowledged as readonly string[]).includes(code);

/** The flags of workers whose corrections exceed what they have earned. */
export const negativeGross = (
  statements: readonly { readonly workerId: string; readonly gross: number }[],
): Flag[] =>
  statements.flatMap(({ workerId, gross }) => (gross < 0 ? [{ code: 'negative_gross', workerId }] : []));

/** Collects the flags of a run session by session: those of the run, of sessions, of shifts, and of workers. */
export class RunFlags {
  readonly #ofSessions: Flag[] = [];
  readonly #outside: Flag[] = [];
  /** By worker and day. */
  readonly #missing = new Map<string, Flag>();
  /** Without any policy, by worker. */
  readonly #withoutPolicy = new Map<string, Flag>();
  /** A day with units of a worker in each workweek. */
  readonly #picked = new Map<string, WorkerDay>();
  readonly #shifts: readonly ShiftFact[];
  readonly #worked: ReadonlySet<string>;

  /**
   * @param shifts also of other days, which are left out
   * @param elsewhere of all workers, in the workweeks of these days
   */
  constructor(
    shifts: readonly ShiftFact[],
    private readonly wages: Pick<Wages, 'policyOf' | 'termsOf' | 'isAnyOn'>,
    private readonly currency: string | null,
    private readonly days: Days,
    private readonly elsewhere: readonly WorkElsewhere[] = [],
  ) {
    this.#shifts = shifts.filter(({ day }) => isWithin(day, days));
    const hours = elsewhere.filter(({ isUnits }) => !isUnits);
    this.#worked = new Set([...this.#shifts, ...hours].map(workerAndDay));
  }

  add({ sessionId, projectId, day, open, pricePerUnit, work }: SessionFact): void {
    if (!isWithin(day, this.days)) return;
    if (open) this.#ofSessions.push({ code: 'session_open', sessionId, day });
    if (work.length > 0 && !isPriced({ pricePerUnit, work }))
      this.#ofSessions.push({ code: 'no_price', sessionId, day });
    for (const { workerId, units } of work) {
      this.#checkPolicy({ workerId, day });
      if (this.elsewhere.length > 0) this.#picked.set(this.#weekOf({ workerId, day }), { workerId, day });
      const outside = units.filter(({ shiftId }) => shiftId === null);
      if (outside.length === 0) continue;
      const of = workerAndDay({ workerId, day });
      const isMissing = !this.#worked.has(of) && outside.some(({ isCovered }) => !isCovered);
      if (isMissing && needsHours(this.wages.termsOf(workerId)(day, projectId)))
        this.#missing.set(of, { code: 'hours_missing', workerId, day });
      this.#outside.push({ code: 'outside_shift', workerId, sessionId, day });
    }
  }

  get all(): Flag[] {
    const flags: Flag[] = [];
    const isAny = this.wages.isAnyOn(this.days.from);
    if (!isAny) flags.push({ code: 'no_policy', day: this.days.from });
    for (const shift of this.#shifts) this.#checkPolicy(shift);
    if (isAny) flags.push(...this.#withoutPolicy.values());
    if (this.currency === null) flags.push({ code: 'no_currency' });
    return [
      ...[...flags, ...this.#ofSessions, ...this.#ofShifts()],
      ...[...this.#outside, ...this.#missing.values(), ...this.#ofHoursElsewhere()],
    ];
  }

  /**
   * One for each worker and workweek whose hours are of other projects too, or earn what was picked there: the project
   * alone would pay too little overtime, or top up what the pieces exceed.
   */
  #ofHoursElsewhere(): Flag[] {
    if (this.elsewhere.length === 0) return [];
    const hours = new Map(this.#shifts.map((shift) => [this.#weekOf(shift), shift]));
    const counts = ({ isUnits, workerId }: WorkElsewhere) =>
      !isUnits || needsHours(this.wages.termsOf(workerId)(this.days.from));
    const flags = this.elsewhere.filter(counts).flatMap((each): [string, Flag][] => {
      const week = this.#weekOf(each);
      const own = hours.get(week) ?? (each.isUnits ? undefined : this.#picked.get(week));
      return own ? [[week, { code: 'hours_elsewhere', workerId: own.workerId, day: own.day }]] : [];
    });
    return [...new Map(flags).values()];
  }

  #weekOf({ workerId, day }: WorkerDay): string {
    const { workweekStartsOn } = this.wages.termsOf(workerId)(this.days.from);
    return `${workerId} ${workweekOf(day, workweekStartsOn).from}`;
  }

  #checkPolicy({ workerId, day }: WorkerDay): void {
    if (this.#withoutPolicy.has(workerId) || this.wages.policyOf(workerId, day) !== null) return;
    this.#withoutPolicy.set(workerId, { code: 'no_policy', workerId, day });
  }

  #ofShifts(): Flag[] {
    const flags: Flag[] = [];
    for (const { shiftId, workerId, projectId, day, kind, workMs, overlaps } of this.#shifts) {
      if (workMs === null) flags.push({ code: 'shift_running', workerId, shiftId, day });
      if (overlaps) flags.push({ code: 'shift_overlap', workerId, shiftId, day });
      const isPaid = this.wages.policyOf(workerId, day) !== null;
      if (isPaid && hasNoRate(this.wages.termsOf(workerId)(day, projectId), kind))
        flags.push({ code: 'no_price', workerId, shiftId, day });
    }
    return flags;
  }
}

const workerAndDay = ({ workerId, day }: WorkerDay) => `${workerId} ${day}`;

/** Whether pay cannot be computed without hours. */
function needsHours({ minimumWage, overtime, restBreaks }: PayTerms): boolean {
  return minimumWage?.per === 'hour' || overtime !== null || restBreaks === 'average';
}

function hasNoRate({ hourlyRate, nonproductiveRate, minimumWage }: PayTerms, kind: string): boolean {
  const rate = { hourly: hourlyRate, nonproductive: nonproductiveRate }[kind];
  return rate === null && minimumWage?.per !== 'hour';
}
