import type { Container } from '../../../office/answers.ts';
import { inMillionths, MILLIONTHS } from '../../../phone/row.ts';

/** What a scan counts, as somebody set it. */
export interface Measure {
  /** Undefined: units are typed. */
  readonly container?: Container | undefined;
  /** Without a container the units, else how many containers. */
  readonly count: number;
  /** The weight with the containers, not a number where it cannot be read; only with a container. */
  readonly gross?: number | undefined;
}

/** What of it a record sends, and the units that it comes to. */
export interface Amount {
  readonly sent:
    | { readonly units: number }
    | { readonly container: string; readonly count: number; readonly gross?: number };
  readonly units: number;
}

/** Why a scan cannot be counted: the office would refuse it. */
export type AmountProblem =
  | { readonly is: 'weight-missing' }
  | { readonly is: 'below-tare'; readonly tare: number; readonly unit: string }
  | {
      readonly is: 'out-of-range';
      readonly min: number | null;
      readonly max: number | null;
      readonly unit: string;
    };

/** The containers that records of a session may name. @param unit of the session; null: any */
export const containersFor = (containers: readonly Container[], unit: string | null): readonly Container[] =>
  unit === null ? containers : containers.filter((container) => container.unit === unit);

/** A container's label has its key. */
export const isCodeOf = ({ key }: Container, code: string): boolean =>
  key.toUpperCase() === code.trim().toUpperCase();

export function amountOf({ container, count, gross }: Measure): Amount | AmountProblem {
  if (!container) return { sent: { units: count }, units: count };
  const { key, units, tare, min, max, unit } = container;
  if (Number.isNaN(gross) || (gross === undefined && units === null)) return { is: 'weight-missing' };
  const millionths =
    gross === undefined
      ? inMillionths(units ?? 0) * count
      : inMillionths(gross) - inMillionths(tare ?? 0) * count;
  if (millionths <= 0) return { is: 'below-tare', tare: tare ?? 0, unit };
  const isBelow = min !== null && millionths < inMillionths(min) * count;
  if (isBelow || (max !== null && millionths > inMillionths(max) * count))
    return { is: 'out-of-range', min, max, unit };
  const sent = { container: key, count, ...(gross !== undefined && { gross }) };
  return { sent, units: millionths / MILLIONTHS };
}

export const isAmount = (found: Amount | AmountProblem): found is Amount => 'sent' in found;
