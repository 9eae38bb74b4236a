export const KINDS = [
  ...(['session', 'record', 'void', 'close', 'worker', 'form', 'shift', 'treatment'] as const),
  ...(['uplink', 'reading', 'soil'] as const),
] as const;
export type Kind = (typeof KINDS)[number];

/** The kinds that stations send over MQTT; all others are requests. */
export const OVER_MQTT: ReadonlySet<Kind> = new Set(['reading', 'soil']);

/**
 * What the sender knows: the operation is stored; it is not stored; or neither, and only repeating it tells. A missing
 * answer leaves it unknown, and so does a 5xx, which may come after the commit.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** One answer, as far as it concerns an operation. */
export interface Verdict {
  /** Undefined without an answer. */
  readonly status: number | undefined;
  readonly code?: string | undefined;
  /** The id of the created object. */
  readonly id?: string | undefined;
}

/** Refusals that other operations of a run legitimately cause. */
const FORESEEN = new Set(['session_already_open', 'session_not_open', 'rate_limited', 'overloaded']);

export function outcomeOf({ status }: Verdict): Outcome {
  if (status === undefined || status >= 500) return 'unknown';
  return status < 300 ? 'acknowledged' : 'refused';
}

/** Whether the faults or the workload explain an answer. */
export function isForeseen({ status, code = '' }: Verdict): boolean {
  return status === undefined || status < 300 || FORESEEN.has(code);
}

/** Something that is to be done once, however often it is sent. */
export class Operation {
  #attempts: Outcome[] = [];
  /** The ids under which it was acknowledged; more than one means that it was done more than once. */
  readonly ids = new Set<string>();

  constructor(
    readonly kind: Kind,
    /** Unique within its kind, here and in the database. */
    readonly key: string,
    /** What the database must store of it. */
    readonly content: Readonly<Record<string, unknown>>,
    /** Sends it for the first time or again; undefined where only its sender can repeat it. */
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

  /** Sends it while no faults are injected, so that the answer decides. */
  async settle(): Promise<Outcome> {
    const verdict = (await this.send?.()) ?? { status: undefined };
    if (outcomeOf(verdict) !== 'unknown') this.#attempts = [];
    return this.answered(verdict);
  }
}
