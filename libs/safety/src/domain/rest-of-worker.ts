import type { RestMetric, RestRuleState } from './rest-rule.ts';
import { WorkSinceBreak, type WorkedShift } from './work-since-break.ts';

/** Older readings say nothing of the heat now. */
export const READING_COUNTS_MS = 30 * 60_000;

/** The hottest of the stations' latest readings. */
export interface HeatReading {
  readonly deviceId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** °C. */
  readonly value: number;
}

/** By metric; undefined: no station has measured it within `READING_COUNTS_MS`. */
export type HeatNow = Readonly<Record<RestMetric, HeatReading | undefined>>;

/** `due`: a break is overdue; `waiting`: it will be; `none`: no rule is in force; `unknown`: no recent reading. */
export const REST_STATUSES = ['due', 'waiting', 'none', 'unknown'] as const;
export type RestStatus = (typeof REST_STATUSES)[number];

export interface RestNow {
  readonly status: RestStatus;
  /** The strictest rule in force, and the reading by which it is. */
  readonly rule: RestRuleState | null;
  readonly reading: HeatReading | null;
  /** Minutes worked since the last break that is long enough for the rule, or for the strictest one. */
  readonly minutesWorked: number;
  /** When that break ended or the work began, epoch milliseconds. */
  readonly workedSince: number;
  /** Epoch milliseconds; null without a rule in force. */
  readonly dueAt: number | null;
}

/** What the active rules of a project demand in the heat of this moment. */
export class RestRules {
  /** Of the rules that are exceeded, the one that demands a break the soonest, then the longest one. */
  readonly #inForce: { readonly rule: RestRuleState; readonly reading: HeatReading } | undefined;
  readonly #strictest: RestRuleState | undefined;
  /** Whether no rule is in force for want of readings, not because it is cool enough. */
  readonly #isUnknown: boolean;

  constructor(rules: readonly RestRuleState[], heat: HeatNow) {
    const exceeded = rules.flatMap((rule) => {
      const reading = heat[rule.metric];
      return reading !== undefined && reading.value > rule.above ? [{ rule, reading }] : [];
    });
    this.#inForce = exceeded.sort(({ rule: a }, { rule: b }) => strictness(a, b))[0];
    this.#strictest = this.#inForce?.rule ?? rules.toSorted(strictness)[0];
    this.#isUnknown = this.#inForce === undefined && rules.some(({ metric }) => heat[metric] === undefined);
  }

  /** @param shifts of one worker, of whom one shift is running @returns undefined if none has begun */
  of(shifts: readonly WorkedShift[], now: number): RestNow | undefined {
    const found = this.#inForce;
    const work = WorkSinceBreak.of(shifts, this.#strictest?.restMinutes ?? 0, now);
    if (work === undefined) return undefined;
    const worked = { minutesWorked: work.minutes, workedSince: work.since };
    if (found === undefined) {
      const status = this.#isUnknown ? 'unknown' : 'none';
      return { ...worked, status, rule: null, reading: null, dueAt: null };
    }
    const dueAt = work.whenWorked(found.rule.everyMinutes);
    return { ...worked, status: dueAt <= now ? 'due' : 'waiting', ...found, dueAt };
  }
}

function strictness(a: RestRuleState, b: RestRuleState): number {
  return a.everyMinutes - b.everyMinutes || b.restMinutes - a.restMinutes || b.above - a.above;
}
