import type { Aligned } from '../../series/gaps.ts';

export interface PlotLine {
  readonly label: string;
  readonly unit: string;
  readonly digits?: number;
  readonly kind?: 'line' | 'bars' | 'points';
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
  readonly timeZone: string;
  /** Whether a point is a whole local day. */
  readonly isDaily?: boolean;
}
