import type { Child } from '../stage/child.ts';
import type { Stage } from '../stage/stage.ts';

/** Requests that are due at even distances, whatever became of those before. */
export interface OverloadOrder {
  readonly url: string;
  readonly path: string;
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Bodies are ready JSON; each is sent once, in this order. */
  readonly requests: readonly { readonly jwt: string; readonly body: string }[];
}

/** What became of them; times in milliseconds from when a request was due. */
export interface OverloadResult {
  /** Made within the time in which requests were due, per second. */
  readonly madePerSecond: number;
  readonly made: number;
  /** 503 and 429 with `Retry-After`. */
  readonly refused: number;
  /** Anything else, connections that broke included, with how many of each. */
  readonly failed: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly refusedP99: number;
  readonly slowest: number;
}

export type Overload = Child<OverloadOrder, OverloadResult>;

export function startOverload(stage: Stage): Overload {
  return stage.start<OverloadOrder, OverloadResult>(
    'The overload',
    new URL('./overload-process.js', import.meta.url),
  );
}
