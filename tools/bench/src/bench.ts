import { median, medianRatio } from './rounds.ts';
import type { Stage } from './stage/stage.ts';

/** How much is measured: enough for reliable figures, or just enough to see that the program works. */
export interface Scale {
  readonly quick: boolean;
  /** Rounds that count; each runs every side once. */
  readonly rounds: number;
  /** The number of rows at which the growth bench ends. */
  readonly upTo: number;
}

/** Measures one thing, where possible compared with the same work done directly on PostgreSQL in the same run. */
export interface Bench {
  readonly name: string;
  readonly summary: string;
  run(stage: Stage, scale: Scale): Promise<Measurement[]>;
}

export interface Figure extends Measurement {
  readonly bench: string;
}

export interface Measurement {
  readonly what: string;
  readonly unit: string;
  /** The median of the service. */
  readonly service: number;
  /** The median of the baseline; null where the target is absolute. */
  readonly against: number | null;
  /** The median of the per-round ratios, because a disturbance within a round affects both sides. */
  readonly ratio: number | null;
  /** Applies to the ratio where there is one, else to the service's median. */
  readonly target: Target;
  /** Present where the figure was taken at several sizes. */
  readonly growth?: Growth;
}

export type Target = { readonly atLeast: number } | { readonly atMost: number };

export interface Growth {
  /** Slope of log(cost) over log(rows): 0 is constant, 1 is proportional. */
  readonly slope: number;
  /** The cost at each size, and the cost of the same work in a database that did not grow; in the figure's unit. */
  readonly points: readonly { readonly rows: number; readonly service: number; readonly against: number }[];
}

/** A figure that is judged by itself. @param service one value, or one per round */
export function absolute(
  what: string,
  unit: string,
  service: number | readonly number[],
  target: Target,
): Measurement {
  const value = typeof service === 'number' ? service : median(service);
  return { what, unit, service: value, against: null, ratio: null, target };
}

/** A figure that is judged by its ratio to a baseline; values of both, one per round. */
export function compared(
  what: string,
  unit: string,
  service: readonly number[],
  against: readonly number[],
  target: Target,
): Measurement {
  const ratio = medianRatio(service, against);
  return { what, unit, service: median(service), against: median(against), ratio, target };
}

export function isMet(figure: Figure): boolean {
  return shareOfGoal(figure) >= 1;
}

/** By what factor a figure is better than its goal; 1 meets it exactly. */
export function shareOfGoal({ service, ratio, target }: Figure): number {
  const value = ratio ?? service;
  return 'atLeast' in target ? value / target.atLeast : target.atMost / value;
}
