const KIB = 1_024;
const MIB = 1_024 * KIB;

/** What whoever sends something, whatever it is, may cost at most. */
export const BOUNDS = {
  /** Of a refusal. */
  errorBodyBytes: 64 * KIB,
  /**
   * Of an answer, beside a whole error body: a part of a bulk request is taken or refused by itself, and what is told
   * of the smallest part is so much more than the part.
   */
  outPerIn: 150,
  /** The event loop, in one go. */
  heldMs: 250,
  /** For as long as somebody is connected who does not read. */
  unreadBytes: 10 * MIB,
  /** After everybody has hung up. */
  keptBytes: 4 * MIB,
  /** The same as the system sees it: freed memory goes back slowly. */
  keptResidentBytes: 256 * MIB,
} as const;

export type Bound = keyof typeof BOUNDS;

/** In one go. */
export interface Held {
  readonly heldMs: number;
  /** The function that most of that was spent in, where it was too long. */
  readonly busiest?: string | undefined;
}

/** What one request came to. */
export interface Cost extends Held {
  /** Undefined where the connection ended without an answer. */
  readonly status: number | undefined;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Of these, without the head. */
  readonly bodyBytes: number;
}

/** What is told of a cost by each bound that it is held to. */
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

/** For people. */
export function told(bound: Bound, figure: number): string {
  if (BYTES.includes(bound)) return bytes(figure);
  return bound === 'heldMs' ? `${Math.round(figure)} ms` : `${figure.toFixed(1)} bytes out per byte in`;
}

export function bytes(count: number): string {
  if (count < 10 * KIB) return `${Math.round(count)} bytes`;
  return count < 10 * MIB ? `${Math.round(count / KIB)} KiB` : `${Math.round(count / MIB)} MiB`;
}
