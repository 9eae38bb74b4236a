import {
  type Branded,
  Decimal,
  type LocalDate,
  localDateOf,
  newId,
  nextLocalDate,
  startOfLocalDate,
  ValidationFailed,
} from '@furrow/kernel';
import { RecordedInFuture } from '@furrow/kernel/errors';
import type { Bonus } from './bonus.ts';
import {
  DayNotOver,
  DurationElapsed,
  NotSessionOwner,
  OpenedInFuture,
  RecordedAfterEnd,
  RecordedBeforeOpening,
  SessionNotOpen,
  SessionStillOpen,
} from './errors.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The accepted difference between two clocks. */
export const CLOCK_TOLERANCE_MS = 5 * MINUTE;
export const DEFAULT_MAX_DURATION_HOURS = 12;

export type ClosedReason = 'manual' | 'midnight_local' | 'max_duration';

export interface Closure {
  readonly at: Date;
  readonly by: 'user' | 'system';
  readonly reason: ClosedReason;
}

export interface Owner {
  readonly userId: string;
  readonly idpId: string;
}

/** A user who reads sessions. */
export interface Viewer {
  readonly userId: string;
  /** True for admins, who may read every session of the company and change none of the others'. */
  readonly seesCompany: boolean;
}

/** A user who voids records. */
export interface Voider extends Owner {
  /** True for admins, who alone void what a frozen pay run has paid, whoever owns the session. */
  readonly voidsPaid: boolean;
}

/** What the owner may change while the session is open. Null clears a value. */
export interface SessionChanges {
  readonly samplingUnit?: string;
  readonly pricePerUnit?: string;
  readonly bonus?: Bonus | null;
  readonly notes?: string | null;
}

/** What the office changes after a session was closed. An omitted member stays as it is. */
export interface SessionCorrection {
  /** Exact decimal text. */
  readonly pricePerUnit?: string;
  /** Null: none. */
  readonly bonus?: Bonus | null;
  readonly reason: string;
}

export type SessionId = Branded<string, 'SessionId'>;
export const newSessionId = (): SessionId => newId() as SessionId;

/** What may be told about a session when it is opened; shown as it was told, and used by no rule. */
export interface SessionDetails {
  readonly harvestUnitId: string | null;
  readonly harvestLotCode: string | null;
  readonly licensePlate: string | null;
  readonly driverName: string | null;
}
export const NO_DETAILS: SessionDetails = {
  harvestUnitId: null,
  harvestLotCode: null,
  licensePlate: null,
  driverName: null,
};

/** Set when a session is opened, and never changed. */
export interface SessionFacts extends SessionDetails {
  readonly sessionId: SessionId;
  readonly companyId: string;
  readonly projectId: string;
  readonly sectorId: string;
  /** The sector as it was when the session was opened. */
  readonly sectorName: string;
  readonly crop: string | null;
  readonly variety: string | null;
  readonly timezone: string;
  readonly owner: Owner;
  readonly openedAt: Date;
  readonly createdAt: Date;
  /** For how long after its end the session accepts records that were made before it, in hours. */
  readonly syncGraceHours: number;
  /** Two records of a worker within so many seconds may be one that was counted twice; null: none are marked. */
  readonly repeatSeconds: number | null;
  readonly localId: string | null;
  /** A hash of the content of the opening request, to tell a repeat from another request. */
  readonly fingerprint: string;
  /** Why the owner opened it although the sector was not clear. */
  readonly overrideReason: string | null;
}

/** The facts of a session to be opened, whose id is any unique text. */
export type NewSession = Omit<SessionFacts, 'sessionId'> & { readonly sessionId: string };

/** What the owner or the lapse of time changes. Money is exact decimal text. */
export interface SessionTerms {
  readonly maxDurationHours: number;
  readonly samplingUnit: string | null;
  readonly pricePerUnit: string | null;
  /** True if it was opened without a price: the company's prices hold, and `pricePerUnit` where none of them does. */
  readonly followsPrices: boolean;
  readonly bonus: Bonus | null;
  readonly notes: string | null;
  readonly finalNotes: string | null;
}

/** With its own price unless it is said to follow prices. */
export type OpeningTerms = Omit<SessionTerms, 'finalNotes' | 'followsPrices'> &
  Partial<Pick<SessionTerms, 'followsPrices'>>;

/** Derived once from the opening instant and the time zone. */
export interface SessionDay {
  readonly localDate: LocalDate;
  /** The first instant of the local date. */
  readonly day: Date;
  /** The first instant of the next local date. */
  readonly midnightAt: Date;
}

export type SessionState = SessionFacts & SessionTerms & SessionDay & { readonly closure: Closure | null };

/**
 * One crew's work in one sector on one local day. It ends at local midnight or after its maximum duration, accepts late
 * syncs during the grace after that, and then behaves as closed, even before the sweep has stored the closure.
 */
export class ProductionSession {
  private constructor(
    private readonly facts: SessionFacts & SessionDay,
    private terms: SessionTerms,
    private written: Closure | null,
  ) {}

  /** @throws OpenedInFuture */
  static open(facts: NewSession, terms: OpeningTerms, now: Date): ProductionSession {
    if (facts.openedAt.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) throw new OpenedInFuture(now);
    const session = ProductionSession.#of(facts, terms);
    session.written = session.closureAt(now);
    return session;
  }

  /**
   * A session of a past day. It is created closed, at its end, so it never conflicts with an open session and is never
   * swept.
   * @throws DayNotOver
   */
  static ofThePast(facts: NewSession, terms: OpeningTerms, now: Date): ProductionSession {
    const session = ProductionSession.#of(facts, terms);
    const { at, reason } = session.end;
    if (at.getTime() > now.getTime()) throw new DayNotOver(session.facts.localDate);
    session.written = { at, by: 'system', reason };
    return session;
  }

  static #of(facts: NewSession, terms: OpeningTerms): ProductionSession {
    checkDuration(terms.maxDurationHours);
    const localDate = localDateOf(facts.openedAt, facts.timezone);
    const day = startOfLocalDate(localDate, facts.timezone);
    const midnightAt = startOfLocalDate(nextLocalDate(localDate), facts.timezone);
    return new ProductionSession(
      { ...facts, sessionId: facts.sessionId as SessionId, localDate, day, midnightAt },
      { followsPrices: false, ...terms, finalNotes: null },
      null,
    );
  }

  static restore(state: SessionState): ProductionSession {
    const { maxDurationHours, samplingUnit, pricePerUnit, followsPrices, bonus, notes, finalNotes, ...rest } =
      state;
    const { closure, ...facts } = rest;
    const terms = { maxDurationHours, samplingUnit, pricePerUnit, followsPrices, bonus, notes, finalNotes };
    return new ProductionSession(facts, terms, closure);
  }

  get state(): SessionState {
    return { ...this.facts, ...this.terms, closure: this.written };
  }

  get id(): string {
    return this.facts.sessionId;
  }

  get owner(): Owner {
    return this.facts.owner;
  }

  /** When the session's time is over, and why. If both limits coincide, midnight is the reason. */
  get end(): { readonly at: Date; readonly reason: 'midnight_local' | 'max_duration' } {
    const limit = this.facts.openedAt.getTime() + this.terms.maxDurationHours * HOUR;
    const midnight = this.facts.midnightAt.getTime();
    return midnight <= limit
      ? { at: new Date(midnight), reason: 'midnight_local' }
      : { at: new Date(limit), reason: 'max_duration' };
  }

  /** When work was done in it: until its closure, or until its end while it is open. */
  get picking(): { readonly openedAt: Date; readonly localDate: LocalDate; readonly until: Date } {
    const { openedAt, localDate } = this.facts;
    return { openedAt, localDate, until: this.written?.at ?? this.end.at };
  }

  /** When the grace for late syncs is over too and the system closes the session. */
  get lapsesAt(): Date {
    return new Date(this.end.at.getTime() + this.facts.syncGraceHours * HOUR);
  }

  /** How the session is closed as of `now`; null while it is open. */
  closureAt(now: Date): Closure | null {
    if (this.written !== null) return this.written;
    if (now.getTime() < this.lapsesAt.getTime()) return null;
    return { at: this.end.at, by: 'system', reason: this.end.reason };
  }

  /** Now, or when it ended. */
  lastInstant(now: Date): Date {
    const end = this.written?.at ?? this.end.at;
    return end.getTime() < now.getTime() ? end : now;
  }

  isOpen(now: Date): boolean {
    return this.closureAt(now) === null;
  }

  /** @throws NotSessionOwner */
  assertOwnedBy(userId: string): void {
    if (userId !== this.facts.owner.userId) throw new NotSessionOwner();
  }

  /** @throws NotSessionOwner */
  assertReadableBy({ userId, seesCompany }: Viewer): void {
    if (!seesCompany) this.assertOwnedBy(userId);
  }

  /**
   * @returns whether anything changed
   * @throws SessionNotOpen
   */
  update(changes: SessionChanges, now: Date): boolean {
    this.assertOpen(now);
    const terms = this.#changed(changes);
    if (sameTerms(terms, this.terms)) return false;
    this.terms = terms;
    return true;
  }

  /**
   * Changes what the closed session pays.
   * @returns whether anything changed
   * @throws ValidationFailed if nothing is to be changed, SessionStillOpen
   */
  correct(changes: Omit<SessionCorrection, 'reason'>, now: Date): boolean {
    if (changes.pricePerUnit === undefined && changes.bonus === undefined)
      throw ValidationFailed.of('pricePerUnit', 'is required, or bonus instead');
    if (this.isOpen(now)) throw new SessionStillOpen();
    const terms = this.#changed(changes);
    if (sameTerms(terms, this.terms)) return false;
    this.terms = terms;
    return true;
  }

  /** A price that is stated for the session is its own from then on. */
  #changed(changes: SessionChanges): SessionTerms {
    const ownPrice = changes.pricePerUnit === undefined ? {} : { followsPrices: false };
    return { ...this.terms, ...changes, ...ownPrice };
  }

  /**
   * Closes the session on behalf of its owner at `now`, but not later than its end.
   * @throws SessionNotOpen with the closure, for an owner whose first answer was lost
   */
  close(finalNotes: string | null, now: Date): Closure {
    const closure = this.closureAt(now);
    if (closure !== null) throw new SessionNotOpen(closure);
    const at = new Date(Math.min(now.getTime(), this.end.at.getTime()));
    this.terms = { ...this.terms, finalNotes };
    this.written = { at, by: 'user', reason: 'manual' };
    return this.written;
  }

  /**
   * Sets another maximum duration, counted from the opening.
   * @throws SessionNotOpen
   * @throws DurationElapsed if that many hours have already passed
   */
  extend(maxDurationHours: number, now: Date): void {
    this.assertOpen(now);
    checkDuration(maxDurationHours);
    if (this.facts.openedAt.getTime() + maxDurationHours * HOUR <= now.getTime())
      throw new DurationElapsed(maxDurationHours);
    this.terms = { ...this.terms, maxDurationHours };
  }

  /** @throws SessionNotOpen */
  assertOpen(now: Date): void {
    if (!this.isOpen(now)) throw new SessionNotOpen();
  }

  /**
   * Checks that something recorded at `recordedAt` may still be added.
   * @throws SessionNotOpen | RecordedInFuture | RecordedBeforeOpening | RecordedAfterEnd
   */
  assertTakes(recordedAt: Date, now: Date): void {
    this.assertOpen(now);
    const at = recordedAt.getTime();
    if (at > now.getTime() + CLOCK_TOLERANCE_MS) throw new RecordedInFuture(now);
    if (at < this.facts.openedAt.getTime() - CLOCK_TOLERANCE_MS)
      throw new RecordedBeforeOpening(this.facts.openedAt);
    if (at > this.end.at.getTime()) throw new RecordedAfterEnd(this.end.at);
  }
}

function checkDuration(hours: number): void {
  if (!Number.isInteger(hours) || hours < 1 || hours > 24)
    throw ValidationFailed.of('maxDurationHours', 'must be a whole number from 1 to 24');
}

function sameTerms(a: SessionTerms, b: SessionTerms): boolean {
  return (
    a.samplingUnit === b.samplingUnit &&
    samePrice(a.pricePerUnit, b.pricePerUnit) &&
    a.followsPrices === b.followsPrices &&
    a.notes === b.notes &&
    a.bonus?.type === b.bonus?.type &&
    a.bonus?.value === b.bonus?.value &&
    a.bonus?.note === b.bonus?.note
  );
}

function samePrice(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : new Decimal(a).eq(b);
}
