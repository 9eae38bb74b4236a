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
 * A year of 10-minute readings has 52,560 points, so no object is made per point.
 * @param stepSeconds the usual distance of points; their median if omitted
 */
export function withGaps(series: Aligned, stepSeconds: number = usualStep(series.at)): Aligned {
  const before = gapsOf(series.at, stepSeconds * TOLERANCE);
  if (before.length === 0) return series;
  return {
    at: withInserted(series.at, before, (index) => (series.at[index - 1] ?? 0) + stepSeconds),
    lines: series.lines.map((line) => withInserted(line, before, () => null)),
  };
}

/** The indices of points with a gap before them. */
function gapsOf(at: readonly number[], longest: number): number[] {
  const found: number[] = [];
  for (let i = 1; i < at.length; i++) if ((at[i] ?? 0) - (at[i - 1] ?? 0) > longest) found.push(i);
  return found;
}

function withInserted<Value>(
  values: readonly Value[],
  before: readonly number[],
  made: (index: number) => Value,
): Value[] {
  const all: Value[] = [];
  let from = 0;
  for (const index of before) {
    for (let i = from; i < index; i++) all.push(values[i] as Value);
    all.push(made(index));
    from = index;
  }
  for (let i = from; i < values.length; i++) all.push(values[i] as Value);
  return all;
}

/** Turns points into one list per line. */
export function inColumns(
  points: readonly { readonly at: number; readonly values: readonly (number | null)[] }[],
): Aligned {
  const width = points[0]?.values.length ?? 0;
  return {
    at: points.map(({ at }) => at),
    lines: Array.from({ length: width }, (_, i) => points.map(({ values }) => values[i] ?? null)),
  };
}

/**
 * The index of the last point with a measurement; the last index if there is none.
 * @param isCounted whether a line is looked at, by its index
 */
export function lastKnown({ at, lines }: Aligned, isCounted: (line: number) => boolean = () => true): number {
  for (let i = at.length - 1; i >= 0; i--)
    if (lines.some((line, n) => isCounted(n) && (line[i] ?? null) !== null)) return i;
  return at.length - 1;
}

/** The share of the whole time that steps up to the usual one cover at least. */
const COVERED = 0.1;

/**
 * The step that most of the measured time passes in: not the median of all steps, because stations that report every
 * second for a minute have more of them than one that reports hourly for days. Neither gaps, up to nine tenths of the
 * time, nor simultaneous readings distort it.
 */
export function usualStep(at: readonly number[]): number {
  const steps = new Float64Array(Math.max(0, at.length - 1));
  for (let i = 0; i < steps.length; i++) steps[i] = (at[i + 1] ?? 0) - (at[i] ?? 0);
  steps.sort();
  let left = COVERED * ((at.at(-1) ?? 0) - (at[0] ?? 0));
  for (const step of steps) if ((left -= step) <= 0) return step;
  return 3_600;
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
