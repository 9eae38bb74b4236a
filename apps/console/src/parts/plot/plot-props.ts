import type { Aligned } from '../../series/gaps.ts';

export interface PlotLine {
  readonly label: string;
  readonly unit: string;
  readonly digits?: number;
  /**
   * `past` is the line that others are compared with; `steps` hold their value until the next point; `marks` highlight
   * points.
   */
  readonly kind?: 'line' | 'bars' | 'points' | 'past' | 'steps' | 'marks';
}

/** Whether a line is not the one that others are compared with. */
export const isOfNow =
  (lines: readonly PlotLine[]) =>
  (line: number): boolean =>
    lines[line]?.kind !== 'past';

/** A value that is shown for each point but not drawn. */
export interface Beside {
  readonly label: string;
  /** Shares from 0 to 1, one per point; null where there is none. */
  readonly shares: readonly (number | null)[];
}

export interface Threshold {
  readonly label: string;
  readonly value: number;
}

export interface PlotProps {
  readonly label: string;
  readonly data: Aligned;
  readonly lines: readonly PlotLine[];
  readonly thresholds?: readonly Threshold[];
  readonly besides?: readonly Beside[];
  readonly timeZone: string;
  /** Whether each point is a whole local day. */
  readonly isDaily?: boolean;
}
