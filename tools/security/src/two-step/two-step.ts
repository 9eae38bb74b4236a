import type { Tenant } from './tenant.ts';

/** State that a tenant has made, and the small input that multiplies with it. */
export interface Prepared {
  /** What the state consists of, for the report. */
  readonly made: string;
  /** Resolves when the input is accepted, or answered. May be called again. @returns how many requests it took */
  readonly send: () => Promise<number>;
  /** Whether the work that it causes in the background is done; absent where an answer is all of its work. */
  readonly isDone?: () => Promise<boolean>;
}

/** Kinds of state that are cheap to make, each with an input that costs more the more of it there is; by name. */
export type TwoSteps = Readonly<Record<string, (tenant: Tenant) => Promise<Prepared>>>;
