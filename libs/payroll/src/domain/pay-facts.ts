import type { LocalDate } from '@furrow/kernel';

/** The recorded work that is paid. Quantities are exact decimal text. */
export interface PayFacts {
  readonly sessions: readonly SessionFact[];
  readonly shifts: readonly ShiftFact[];
}

export interface SessionFact {
  readonly sessionId: string;
  readonly projectId: string;
  readonly day: LocalDate;
  readonly open: boolean;
  readonly unit: string | null;
  readonly pricePerUnit: string | null;
  readonly bonus: { readonly type: 'fixed' | 'per_unit' | 'percent'; readonly value: string } | null;
  /** Of workers with valid units. */
  readonly work: readonly WorkFact[];
}

/** The valid units of one worker in a session. */
export interface WorkFact {
  readonly workerId: string;
  readonly units: readonly UnitsFact[];
}

export interface UnitsFact {
  /** The piece shift in which they were recorded; null: in none. */
  readonly shiftId: string | null;
  readonly units: string;
  /** Those that are parts of shared records; absent if there are none. */
  readonly shared?: string;
  /** Whether a shift of another kind covers them. */
  readonly isCovered?: boolean;
  /** Where the records of a session have prices of their own; null: none. Absent: the session's. */
  readonly price?: string | null;
  /** What they were picked into, by its name, and how many of it. */
  readonly container?: string;
  readonly count?: number;
}

/** A shift that is not void. */
export interface ShiftFact {
  readonly shiftId: string;
  readonly workerId: string;
  readonly projectId: string;
  readonly day: LocalDate;
  readonly kind: 'piece' | 'hourly' | 'nonproductive';
  /** Milliseconds of work without meals, rests included; null while it is running. */
  readonly workMs: number | null;
  readonly restMs: number;
  readonly overlaps: boolean;
}
