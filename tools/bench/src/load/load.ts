import type { Child } from '@furrow/testbed/load';
import type { Stage } from '../stage/stage.ts';

export interface LoadOrder {
  readonly url: string;
  readonly path: string;
  /** What every answer must match, so that a server that fails quickly does not count as fast. */
  readonly expect: { readonly status: number; readonly text: string };
  /** Bodies are serialized JSON. */
  readonly clients: readonly { readonly jwt: string; readonly bodies: readonly string[] }[];
}

export interface LoadResult {
  readonly seconds: number;
}

export type Load = Child<LoadOrder, LoadResult>;

export function startLoad(stage: Stage): Load {
  return stage.start<LoadOrder, LoadResult>('The load', 'load/load-process');
}
