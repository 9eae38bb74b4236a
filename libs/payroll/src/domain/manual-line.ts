import { type Branded, Decimal, type LocalDate, newId, ValidationFailed } from '@furrow/kernel';
import { Fraction } from './money/fraction.ts';

export const MAX_REASON = 500;
export const MAX_MANUAL_AMOUNT = 1_000_000_000;

export type PayLineId = Branded<string, 'PayLineId'>;

/** An amount that the office adds by hand, as exact decimal text of the company's currency. */
export interface ManualLineState {
  readonly payLineId: PayLineId;
  readonly workerId: string;
  readonly day: LocalDate;
  /** Below zero: it is deducted. */
  readonly amount: string;
  readonly reason: string;
  /** Whether it is part of the regular rate of its workweek, by which overtime is paid. */
  readonly inRegularRate: boolean;
  readonly clientEventId: string;
  readonly createdBy: string;
  /** The admin's idpId. */
  readonly createdByIdpId: string;
  readonly createdAt: Date;
  readonly voidedAt: Date | null;
  /** Of a counter-movement: the line that it takes back. */
  readonly voidsLineId: PayLineId | null;
  /** The frozen run that has paid it. */
  readonly payRunId: string | null;
}

export type ManualLineDraft = Pick<
  ManualLineState,
  'workerId' | 'day' | 'amount' | 'reason' | 'inRegularRate' | 'clientEventId'
>;

/** Who states a line. */
export interface Office {
  readonly userId: string;
  readonly idpId: string;
}

/** A manual line. Immutable; a void adds a counter-movement. */
export class ManualLine {
  private constructor(readonly state: ManualLineState) {}

  static restore(state: ManualLineState): ManualLine {
    return new ManualLine(state);
  }

  /**
   * @param decimals of the company's currency
   * @throws ValidationFailed if the amount has more decimals
   */
  static state(draft: ManualLineDraft, decimals: number, by: Office, now: Date): ManualLine {
    if (!new Decimal(draft.amount).round(decimals).eq(draft.amount))
      throw new ValidationFailed([
        { field: 'amount', message: `must have at most ${decimals} decimals, as the currency has` },
      ]);
    return new ManualLine({
      ...{ ...draft, payLineId: newId() as PayLineId, createdBy: by.userId, createdByIdpId: by.idpId },
      ...{ createdAt: now, voidedAt: null, voidsLineId: null, payRunId: null },
    });
  }

  /** Whether a repeated request means this line. */
  isSameAs(draft: ManualLineDraft): boolean {
    const { workerId, day, amount, reason, inRegularRate } = this.state;
    return (
      workerId === draft.workerId &&
      day === draft.day &&
      new Decimal(amount).eq(draft.amount) &&
      reason === draft.reason &&
      inRegularRate === draft.inRegularRate
    );
  }

  get isCounter(): boolean {
    return this.state.voidsLineId !== null;
  }

  /** The line as void, and the movement that takes it back. */
  voided(
    by: Office,
    reason: string | null,
    now: Date,
  ): { readonly line: ManualLine; readonly counter: ManualLine } {
    const { state } = this;
    const payLineId = newId() as PayLineId;
    return {
      line: new ManualLine({ ...state, voidedAt: now }),
      counter: new ManualLine({
        ...{ ...state, payLineId, amount: new Decimal(state.amount).times(-1).toFixed() },
        ...{ reason: reason ?? state.reason, inRegularRate: false, clientEventId: payLineId },
        ...{ createdBy: by.userId, createdByIdpId: by.idpId, createdAt: now, voidedAt: null },
        ...{ voidsLineId: state.payLineId, payRunId: null },
      }),
    };
  }
}

/** Who stated a line of a statement by hand, when and why. */
export interface ManualEntry {
  readonly payLineId: string;
  readonly reason: string;
  /** The admin's idpId. */
  readonly createdBy: string;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
}

/** An amount of a day in a regular rate. */
export interface RegularAmount {
  readonly workerId: string;
  readonly day: LocalDate;
  readonly amount: Fraction;
}

/** The manual lines that a run pays, and those that count in the regular rates of its workweeks. */
export class ManualPay {
  static readonly NONE = new ManualPay([], []);
  readonly #paid: ReadonlyMap<string, readonly ManualLineState[]>;
  readonly #regular: ReadonlyMap<string, readonly RegularAmount[]>;

  constructor(paid: readonly ManualLineState[], regular: readonly ManualLineState[]) {
    this.#paid = Map.groupBy(paid, ({ workerId }) => workerId);
    this.#regular = Map.groupBy(
      regular.map(({ workerId, day, amount }) => ({ workerId, day, amount: Fraction.of(amount) })),
      ({ workerId }) => workerId,
    );
  }

  get workerIds(): Iterable<string> {
    return this.#paid.keys();
  }

  /** By day, within a day in the order in which they were stated. */
  paidTo(workerId: string): readonly ManualLineState[] {
    return this.#paid.get(workerId) ?? [];
  }

  inRegularRateOf(workerId: string): readonly RegularAmount[] {
    return this.#regular.get(workerId) ?? [];
  }
}
