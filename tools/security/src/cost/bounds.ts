const KIB = 1_024;
const MIB = 1_024 * KIB;

/** Upper bounds on the cost of any input. */
export const BOUNDS = {
  /** The body of an error. */
  errorBodyBytes: 64 * KIB,
  /**
   * Answer bytes per request byte, above the allowance for one error body: each part of a bulk request has its own
   * result, which is this much longer than the smallest part.
   */
  outPerIn: 150,
  /** The longest block of the event loop. */
  heldMs: 250,
  /** Memory while a client is connected that does not read. */
  unreadBytes: 10 * MIB,
  /** Memory after all clients have disconnected. */
  keptBytes: 4 * MIB,
  /** The same in resident memory, which the system gets back slowly. */
  keptResidentBytes: 256 * MIB,
} as const;

export type Bound = keyof typeof BOUNDS;

/** The longest block of the event loop. */
export interface Held {
  readonly heldMs: number;
  /** The function that most of that time was spent in, if it was too long. */
  readonly busiest?: string | undefined;
}

/** The cost of one request. */
export interface Cost extends Held {
  /** Undefined where the connection ended without an answer. */
  readonly status: number | undefined;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** The part of them after the head. */
  readonly bodyBytes: number;
}

/** The figures of a cost, by the bound that applies to each. */
export function figuresOf({
  status,
  bytesIn,
  bytesOut,
  bodyBytes,
  heldMs,
}: Cost): Partial<Record<Bound, number>> {
  const isRefused = status !== undefined && status >= 400;
  return {
    heldMs,
    ...(isRefused
      ? { errorBodyBytes: bodyBytes }
      : { outPerIn: Math.max(0, bytesOut - BOUNDS.errorBodyBytes) / Math.max(1, bytesIn) }),
  };
}

export function boundsBrokenBy(cost: Cost): Bound[] {
  return Object.entries(figuresOf(cost))
    .filter(([bound, figure]) => figure > BOUNDS[bound as Bound])
    .map(([bound]) => bound as Bound);
}

const BYTES: readonly Bound[] = ['errorBodyBytes', 'unreadBytes', 'keptBytes', 'keptResidentBytes'];

/** A figure in a readable form. */
export function withUnit(bound: Bound, figure: number): string {
  if (BYTES.includes(bound)) return bytes(figure);
  return bound === 'heldMs' ? `${Math.round(figure)} ms` : `${figure.toFixed(1)} bytes out per byte in`;
}

export function bytes(count: number): string {
  if (count < 10 * KIB) return `${Math.round(count)} bytes`;
  return count < 10 * MIB ? `${Math.round(count / KIB)} KiB` : `${Math.round(count / MIB)} MiB`;
}
