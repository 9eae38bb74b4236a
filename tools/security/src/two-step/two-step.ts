import type { Receiver } from '@furrow/notifications/testing';
import type { TwoCompanies } from '../stage/two-companies.ts';

export interface Circumstances {
  /** A short run makes less state. */
  readonly quick: boolean;
  /** Accepts webhooks. */
  readonly receiver: Receiver;
}

/** State that a tenant has made, and the small input that multiplies with it. */
export interface Prepared {
  /** What the state consists of, for the report. */
  readonly made: string;
  /** Resolves when the input is accepted, or answered. May be called again. @returns how many requests it took */
  readonly send: () => Promise<number>;
  /** Whether the work that it causes in the background is done; absent where an answer is all of its work. */
  readonly isDone?: () => Promise<boolean>;
}

/** A kind of state that is cheap to make, with an input that costs more the more of it there is. */
export interface TwoStep {
  readonly name: string;
  /** Makes the state as a tenant of `rival`. */
  readonly prepare: (companies: TwoCompanies, circumstances: Circumstances) => Promise<Prepared>;
}
