export interface Aligned {
  /** Seconds since 1970, ascending. */
  readonly at: readonly number[];
  /** One list per line, each as long as `at`; null where nothing was measured. */
  readonly lines: readonly (readonly (number | null)[])[];
}

/** In steps: a line is interrupted only beyond this, because a slightly late reading is not a gap. */
const TOLERANCE = 1.9;

/**
 * Interrupts lines where readings are missing, because a straight line across would show weather that was not measured.
 * @param stepSeconds the usual distance of points; their median if omitted
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

/** The index of the last point with a measurement; the last index if there is none. */
export function lastKnown({ at, lines }: Aligned): number {
  for (let i = at.length - 1; i >= 0; i--) if (lines.some((line) => (line[i] ?? null) !== null)) return i;
  return at.length - 1;
}

/** The median of the steps, which neither gaps nor simultaneous readings distort. */
export function usualStep(at: readonly number[]): number {
  const steps = at.slice(1).map((time, i) => time - (at[i] ?? time));
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? 3_600;
}

/** Merges the points of several lines by time; null where a line has none. */
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
