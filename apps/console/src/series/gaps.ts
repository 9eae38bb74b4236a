export interface Aligned {
  /** Seconds since 1970, rising. */
  readonly at: readonly number[];
  /** One list a line, each as long as `at`; null where nothing was measured. */
  readonly lines: readonly (readonly (number | null)[])[];
}

/** What may be missing before a line is broken: a reading that came a little late is no gap. */
const TOLERANCE = 1.9;

/**
 * Points as a plot draws them: a line is broken where readings are missing, for a straight line across would tell of
 * weather that nobody measured.
 * @param stepSeconds how far apart points usually are; their median where it is left out
 */
export function withGaps(
  points: readonly { readonly at: number; readonly values: readonly (number | null)[] }[],
  stepSeconds: number = usualStep(points.map(({ at }) => at)),
): Aligned {
  const width = points[0]?.values.length ?? 0;
  const at: number[] = [];
  const lines: (number | null)[][] = Array.from({ length: width }, () => []);
  let before: number | undefined;
  for (const point of points) {
    if (before !== undefined && point.at - before > stepSeconds * TOLERANCE) {
      at.push(before + stepSeconds);
      for (const line of lines) line.push(null);
    }
    at.push(point.at);
    lines.forEach((line, i) => line.push(point.values[i] ?? null));
    before = point.at;
  }
  return { at, lines };
}

/** The index of the last point at which something was measured; the last of all where nothing was. */
export function lastKnown({ at, lines }: Aligned): number {
  for (let i = at.length - 1; i >= 0; i--) if (lines.some((line) => (line[i] ?? null) !== null)) return i;
  return at.length - 1;
}

/** The median of the steps: neither gaps nor two readings at once move it. */
export function usualStep(at: readonly number[]): number {
  const steps = at.slice(1).map((time, i) => time - (at[i] ?? time));
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? 3_600;
}

/** Points of several lines by their times: null where a line has none. */
export function byTime<Point>(
  points: readonly Point[],
  atOf: (point: Point) => number,
  lineOf: (point: Point) => number,
  valueOf: (point: Point) => number | null,
  lines: number,
): { readonly at: number; readonly values: readonly (number | null)[] }[] {
  const rows = new Map<number, (number | null)[]>();
  for (const point of points) {
    const at = atOf(point);
    let values = rows.get(at);
    if (!values) rows.set(at, (values = Array.from({ length: lines }, () => null)));
    values[lineOf(point)] = valueOf(point);
  }
  return [...rows].sort(([a], [b]) => a - b).map(([at, values]) => ({ at, values }));
}
