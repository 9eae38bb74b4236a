import type { Check } from '../check.ts';

/** When and on what a suite ran last. */
export interface Circumstances {
  readonly date: string;
  /** Ends in `+` where files differed from it; null outside a repository. */
  readonly commit: string | null;
  readonly cores: number;
  readonly node: string;
  readonly seed: number;
  readonly seconds: number;
  /** Of docs/openapi.json, those of each host counted. */
  readonly operations: number;
}

/** A check with the number of its problems. */
export type SavedCheck = Pick<Check, 'what' | 'asked' | 'detail' | 'isSum'> & { readonly problems: number };

/** The last run of one suite. */
export interface SavedSuite {
  readonly suite: string;
  readonly measured: Circumstances;
  readonly checks: readonly SavedCheck[];
}
