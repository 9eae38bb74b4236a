/** A span of a worker's time, both ends included, in milliseconds. Units are attributed to spans. */
export interface WorkSpan {
  readonly shiftId: string;
  readonly workerId: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface DaySpan {
  readonly shiftId: string;
  readonly workerId: string;
  /** The UTC day under which a hash join finds the span; a span has one row for each day that it touches. */
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

interface Stretch {
  readonly shiftId: string;
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;

/**
 * Splits spans so that each instant of a worker is in at most one; where several overlap, the one that began last wins.
 */
export function daySpans(spans: readonly WorkSpan[]): DaySpan[] {
  const byWorker = Map.groupBy(spans, ({ workerId }) => workerId);
  return [...byWorker].flatMap(([workerId, own]) =>
    apart(own).flatMap(({ shiftId, from, to }) =>
      daysFrom(from, to).map((day) => {
        return { shiftId, workerId, day, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      }),
    ),
  );
}

function apart(spans: readonly WorkSpan[]): Stretch[] {
  const inOrder = spans
    .map(({ shiftId, startedAt, endedAt }) => ({ shiftId, from: startedAt, to: endedAt }))
    .sort((a, b) => a.from - b.from || (a.shiftId < b.shiftId ? -1 : 1));
  let stretches: Stretch[] = [];
  for (const span of inOrder) {
    if (stretches.some(({ to }) => to >= span.from))
      stretches = stretches.flatMap((stretch) => without(stretch, span));
    stretches.push(span);
  }
  return stretches;
}

function without(stretch: Stretch, { from, to }: Stretch): Stretch[] {
  if (stretch.to < from || stretch.from > to) return [stretch];
  const [before, after] = [
    { ...stretch, to: from - 1 },
    { ...stretch, from: to + 1 },
  ];
  return [before, after].filter((part) => part.from <= part.to);
}

function daysFrom(from: number, to: number): string[] {
  const days: string[] = [];
  for (let day = Math.floor(from / DAY_MS); day * DAY_MS <= to; day++)
    days.push(new Date(day * DAY_MS).toISOString().slice(0, 10));
  return days;
}
