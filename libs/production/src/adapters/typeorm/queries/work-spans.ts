/** A span of a worker's time, both ends included, in milliseconds. Units are attributed to spans. */
export interface WorkSpan {
  readonly shiftId: string;
  readonly workerId: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Whether spans that do not yield win where they overlap with this one. */
  readonly yields?: boolean;
}

export interface DaySpan {
  /** The index of the span in the given list. */
  readonly shift: number;
  readonly workerId: string;
  /** The UTC day under which a hash join finds the span; a span has one row for each day that it touches. */
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

interface Stretch {
  readonly shift: number;
  readonly from: number;
  readonly to: number;
}

interface NumberedSpan {
  readonly shift: number;
  readonly span: WorkSpan;
}

const DAY_MS = 86_400_000;

/**
 * Splits spans so that each instant of a worker is in at most one; where several overlap, the one that began last wins,
 * among those that do not yield if there are any.
 * They come worker by worker.
 */
export function* daySpans(spans: readonly WorkSpan[]): Generator<DaySpan[]> {
  const numbered = spans.map((span, shift): NumberedSpan => ({ shift, span }));
  const textOf = remembered((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
  const timeOf = remembered((millisecond) => new Date(millisecond).toISOString().slice(10));
  const instantOf = (at: number) =>
    textOf(Math.floor(at / DAY_MS)) + timeOf(at - Math.floor(at / DAY_MS) * DAY_MS);
  for (const [workerId, own] of Map.groupBy(numbered, ({ span }) => span.workerId)) {
    const rows: DaySpan[] = [];
    for (const stretch of apart(own)) {
      const [from, to] = [instantOf(stretch.from), instantOf(stretch.to)];
      for (let day = Math.floor(stretch.from / DAY_MS); day * DAY_MS <= stretch.to; day++)
        rows.push({ shift: stretch.shift, workerId, day: textOf(day), from, to });
    }
    yield rows;
  }
}

/** A run has few days, and its shifts begin and end at few times of them. */
function remembered(written: (of: number) => string): (of: number) => string {
  const known = new Map<number, string>();
  return (of) => {
    let text = known.get(of);
    if (text === undefined) known.set(of, (text = written(of)));
    return text;
  };
}

/**
 * The same as one array text per member. Numbers, ids and times need no quoting; the driver would inspect each of a
 * hundred thousand values. Only the text of one worker's spans is kept, not the spans.
 */
export function daySpanColumns(spans: readonly WorkSpan[]): Record<keyof DaySpan, string> {
  const texts: Record<keyof DaySpan, string[]> = { shift: [], workerId: [], day: [], from: [], to: [] };
  const members = Object.keys(texts) as (keyof DaySpan)[];
  for (const own of daySpans(spans))
    for (const member of members) texts[member].push(own.map((span) => span[member]).join(','));
  const column = (member: keyof DaySpan) => `{${texts[member].join(',')}}`;
  return {
    ...{ shift: column('shift'), workerId: column('workerId'), day: column('day') },
    ...{ from: column('from'), to: column('to') },
  };
}

function apart(spans: readonly NumberedSpan[]): Stretch[] {
  const inOrder = spans
    .toSorted(
      ({ span: a }, { span: b }) =>
        Number(b.yields ?? false) - Number(a.yields ?? false) ||
        a.startedAt - b.startedAt ||
        (a.shiftId < b.shiftId ? -1 : 1),
    )
    .map(({ shift, span }): Stretch => ({ shift, from: span.startedAt, to: span.endedAt }));
  let stretches: Stretch[] = [];
  let lastEnd = -Infinity;
  for (const span of inOrder) {
    if (lastEnd >= span.from) stretches = stretches.flatMap((stretch) => without(stretch, span));
    stretches.push(span);
    lastEnd = Math.max(lastEnd, span.to);
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
