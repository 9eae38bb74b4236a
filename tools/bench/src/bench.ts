import type { Stage } from './stage/stage.ts';

/** How much is measured: enough to trust the figures, or just enough to see that the program works. */
export interface Scale {
  readonly quick: boolean;
  /** Rounds that count; each runs every side once. */
  readonly rounds: number;
  /** Rows at which growth ends. */
  readonly upTo: number;
}

/** What one bench measures, against the same work done directly on PostgreSQL in the same run. */
export interface Bench {
  readonly name: string;
  readonly summary: string;
  run(stage: Stage, scale: Scale): Promise<Figure[]>;
}

export interface Figure {
  readonly bench: string;
  readonly what: string;
  readonly unit: string;
  /** The service's own median. */
  readonly service: number;
  /** The median of what it is held against; null where the target is absolute. */
  readonly against: number | null;
  /** The median of the rounds' own ratios: what disturbs a round disturbs both its sides. */
  readonly ratio: number | null;
  /** Of the ratio where there is one, else of the service's median. */
  readonly target: { readonly atLeast: number } | { readonly atMost: number };
  /** Of figures that were taken at several sizes. */
  readonly growth?: Growth;
}

export interface Growth {
  /** Of the logarithm of what it takes over the logarithm of rows: 0 is no growth, 1 is in proportion. */
  readonly slope: number;
  /** At each size what it takes there, and what the same took beside it where nothing grew; in the figure's unit. */
  readonly points: readonly { readonly rows: number; readonly service: number; readonly against: number }[];
}

export function isMet(figure: Figure): boolean {
  return shareOfGoal(figure) >= 1;
}

/** How many times as good as its goal a figure is; 1 is just met. */
export function shareOfGoal({ service, ratio, target }: Figure): number {
  const value = ratio ?? service;
  return 'atLeast' in target ? value / target.atLeast : target.atMost / value;
}
