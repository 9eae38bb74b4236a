import type { Child } from '@furrow/testbed/load';
import type { Stage } from '../stage/stage.ts';

/** Requests that are due at even intervals, whatever became of earlier ones. */
export interface OverloadOrder {
  readonly url: string;
  readonly path: string;
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
  /** Bodies are serialized JSON; each is sent once, in this order. */
  readonly requests: readonly { readonly jwt: string; readonly body: string }[];
}

/** The outcome of the requests; times in milliseconds from when a request was due. */
export interface OverloadResult {
  /** Successes per second within the time in which requests were due. */
  readonly madePerSecond: number;
  readonly made: number;
  /** 503 and 429 with `Retry-After`. */
  readonly refused: number;
  /** Count of every other outcome, broken connections included. */
  readonly failed: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly refusedP99: number;
  readonly slowest: number;
}

export type Overload = Child<OverloadOrder, OverloadResult>;

export function startOverload(stage: Stage): Overload {
  return stage.start<OverloadOrder, OverloadResult>('The overload', 'load/overload-process');
}
