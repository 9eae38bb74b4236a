export const KINDS = [
  'session',
  'record',
  'void',
  'close',
  'worker',
  'form',
  'shift',
  'treatment',
  'reading',
] as const;
export type Kind = (typeof KINDS)[number];

/**
 * What whoever sent it may believe: it is there; it is not there; or nobody knows, and only repeating it tells. No
 * answer leaves it unknown, and so does a 5xx: it may have come after the commit.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** One answer, as far as an operation is concerned. */
export interface Verdict {
  /** Undefined where none came. */
  readonly status: number | undefined;
  readonly code?: string | undefined;
  /** Of what was made. */
  readonly id?: string | undefined;
}

/** Refusals that what else happens in a run may rightly cause. */
const FORESEEN = new Set(['session_already_open', 'session_not_open', 'rate_limited', 'overloaded']);

export function outcomeOf({ status }: Verdict): Outcome {
  if (status === undefined || status >= 500) return 'unknown';
  return status < 300 ? 'acknowledged' : 'refused';
}

/** Whether an answer is one that chaos excuses. */
export function isForeseen({ status, code = '' }: Verdict): boolean {
  return status === undefined || status < 300 || FORESEEN.has(code);
}

/** Something that somebody wanted done once, however often it is sent. */
export class Operation {
  #attempts: Outcome[] = [];
  /** Under which it was acknowledged; more than one means that it was done more than once. */
  readonly ids = new Set<string>();

  constructor(
    readonly kind: Kind,
    /** Tells it from all others of its kind, here and in the database. */
    readonly key: string,
    /** What the database must hold of it. */
    readonly content: Readonly<Record<string, unknown>>,
    /** Sends it, again or for the first time; undefined for what only its sender can repeat. */
    readonly send?: () => Promise<Verdict>,
  ) {}

  answered(verdict: Verdict): Outcome {
    const outcome = outcomeOf(verdict);
    this.#attempts.push(outcome);
    if (outcome === 'acknowledged') this.ids.add(verdict.id ?? this.key);
    return outcome;
  }

  get attempts(): number {
    return this.#attempts.length;
  }

  get outcome(): Outcome {
    if (this.ids.size > 0) return 'acknowledged';
    return this.#attempts.length > 0 && this.#attempts.every((each) => each === 'refused')
      ? 'refused'
      : 'unknown';
  }

  /** Sends it where nothing disturbs, and takes that answer for what holds. */
  async settle(): Promise<Outcome> {
    const verdict = (await this.send?.()) ?? { status: undefined };
    if (outcomeOf(verdict) !== 'unknown') this.#attempts = [];
    return this.answered(verdict);
  }
}
