import {
  type FieldProblem,
  isLocalDate,
  isTimeZone,
  type OffsetSpan,
  offsetSpans,
  ValidationFailed,
} from '@furrow/kernel';

const HOUR = 3_600_000;
/** Offsets lie within UTC-12..UTC+14, and a clock may skip a whole day. */
const AROUND = 40 * HOUR;
const WRITTEN = /^((?:19|20|21)\d{2}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?:\.(\d{1,9}))?$/;

/** A range as a client sends it. */
export interface WrittenRange {
  /** Local date-times without offset, such as `2026-01-31T08:00:00`. */
  readonly from: string;
  readonly to: string;
  /** IANA name. */
  readonly timezone: string;
}

/**
 * A span of local time, both ends included. In a repeated hour `from` means the first pass and `to` the second; a
 * skipped time means the instant after the gap.
 */
export class LocalRange {
  private constructor(
    readonly timezone: string,
    /** Epoch milliseconds. */
    readonly from: number,
    readonly to: number,
  ) {}

  /** @throws ValidationFailed with every wrong field, and for a reversed range */
  static of({ from, to, timezone }: WrittenRange): LocalRange {
    const start = clockReading(from);
    const end = clockReading(to);
    const problems: FieldProblem[] = [];
    const local = 'must be a local date-time without offset, such as 2026-01-31T08:00:00';
    if (start === undefined) problems.push({ field: 'from', message: local });
    if (end === undefined) problems.push({ field: 'to', message: local });
    if (!isTimeZone(timezone))
      problems.push({ field: 'timezone', message: 'must be an IANA zone such as America/Santiago' });
    if (start === undefined || end === undefined || problems.length > 0) throw new ValidationFailed(problems);

    const range = new LocalRange(timezone, firstInstant(start, timezone), lastInstant(end, timezone));
    if (range.to < range.from) throw ValidationFailed.of('to', 'must not lie before from');
    return range;
  }
}

/** Whether `text` is a local date-time without offset, such as `2026-01-31T08:00:00`. */
export function isLocalDateTime(text: unknown): text is string {
  return clockReading(text) !== undefined;
}

/** A local time as the instant at which a clock in UTC shows it; undefined if it is not a valid time. */
function clockReading(text: unknown): number | undefined {
  const [, date, time = '', fraction = ''] = (typeof text === 'string' && WRITTEN.exec(text)) || [];
  if (!isLocalDate(date)) return undefined;
  return Date.parse(
    `${date}T${time.length === 5 ? `${time}:00` : time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`,
  );
}

function firstInstant(clock: number, zone: string): number {
  return instantsOf(clock, zone)[0];
}

function lastInstant(clock: number, zone: string): number {
  const instants = instantsOf(clock, zone);
  return instants[instants.length - 1] as number;
}

/**
 * The instants at which the clocks of a zone show this time: one, two, or, if it is skipped, the instant after the gap.
 */
function instantsOf(clock: number, zone: string): [number, ...number[]] {
  const spans = [...offsetSpans(zone, clock - AROUND, clock + AROUND)];
  const [first, ...more] = spans
    .map((span) => ({ at: clock - span.offset, span }))
    .filter(({ at, span }) => at >= span.from && at < span.to)
    .map(({ at }) => at);
  return first === undefined ? [endOfGap(clock, spans)] : [first, ...more];
}

function endOfGap(clock: number, spans: readonly OffsetSpan[]): number {
  const after = spans.find((span) => span.from + span.offset > clock);
  if (after === undefined) throw new RangeError('The clock is neither shown nor skipped');
  return after.from;
}
