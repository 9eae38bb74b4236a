import type { Stage } from './stage/stage.ts';

/** How much is measured: enough for reliable figures, or just enough to see that the program works. */
export interface Scale {
  readonly quick: boolean;
  /** Rounds that count; each runs every side once. */
  readonly rounds: number;
  /** The number of rows at which the growth bench ends. */
  readonly upTo: number;
}

/** One figure of a bench, compared with the same work done directly on PostgreSQL in the same run. */
export interface Bench {
  readonly name: string;
  readonly summary: string;
  run(stage: Stage, scale: Scale): Promise<Figure[]>;
}

export interface Figure {
  readonly bench: string;
  readonly what: string;
  readonly unit: string;
  /** The median of the service. */
  readonly service: number;
  /** The median of the baseline; null where the target is absolute. */
  readonly against: number | null;
  /** The median of the per-round ratios, because a disturbance within a round affects both sides. */
  readonly ratio: number | null;
  /** Applies to the ratio where there is one, else to the service's median. */
  readonly target: { readonly atLeast: number } | { readonly atMost: number };
  /** Present where the figure was taken at several sizes. */
  readonly growth?: Growth;
}

export interface Growth {
  /** Slope of log(cost) over log(rows): 0 is constant, 1 is proportional. */
  readonly slope: number;
  /** The cost at each size, and the cost of the same work in a database that did not grow; in the figure's unit. */
  readonly points: readonly { readonly rows: number; readonly service: number; readonly against: number }[];
}

export function isMet(figure: Figure): boolean {
  return shareOfGoal(figure) >= 1;
}

/** By what factor a figure is better than its goal; 1 meets it exactly. */
export function shareOfGoal({ service, ratio, target }: Figure): number {
  const value = ratio ?? service;
  return 'atLeast' in target ? value / target.atLeast : target.atMost / value;
}
