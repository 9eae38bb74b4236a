import type { Stage } from './stage/stage.ts';

/** How much is measured: enough to trust the figures, or just enough to see that the program works. */
export interface Scale {
  readonly quick: boolean;
  /** Rounds that count; each runs every side once. */
  readonly rounds: number;
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
}

export function isMet({ service, ratio, target }: Figure): boolean {
  const value = ratio ?? service;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}
