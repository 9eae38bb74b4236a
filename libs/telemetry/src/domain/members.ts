import { instantOf } from '@furrow/kernel';
import { refuse } from './problem.ts';
import type { Range } from './quantities.ts';

const DAY = 86_400_000;
const EARLIEST = Date.UTC(2000, 0, 1);
/** Longest name or id, in characters. */
export const MAX_TEXT = 100;
/** Smaller values are zero, because they would underflow in sums and quotients. */
const NOTHING = 1e-9;

/**
 * ISO 8601 with an offset or epoch milliseconds, from 2000-01-01 to one day ahead.
 * @returns epoch milliseconds
 * @throws Wrong
 */
export function instant(value: unknown, member: string, now: number): number {
  const time =
    typeof value === 'number' && Number.isFinite(value) ? Math.floor(value) : instantOf(value)?.getTime();
  if (time === undefined)
    refuse(
      'validation_failed',
      `${member} must be an ISO 8601 date-time with Z or an offset, or epoch milliseconds`,
    );
  if (time < EARLIEST) refuse('ts_too_old', `${member} lies before 2000-01-01`);
  if (time > now + DAY)
    refuse(
      'ts_in_future',
      `${member} lies more than a day ahead of the server’s clock, ${new Date(now).toISOString()}`,
    );
  return time;
}

/** A number from `min` to `max`. @throws Wrong */
export function numberIn(value: unknown, member: string, { min, max }: Range): number {
  if (typeof value !== 'number' || !(value >= min && value <= max))
    refuse('validation_failed', `${member} must be a number from ${min} to ${max}`);
  return Math.abs(value) < NOTHING ? 0 : value;
}

/** The same; null if it is null or omitted. @throws Wrong */
export function numberOrNull(value: unknown, member: string, range: Range): number | null {
  return value === undefined || value === null ? null : numberIn(value, member, range);
}

/**
 * A name or id: 1 to 100 characters, not blank, without control characters, well formed; as NFC.
 * @throws Wrong
 */
export function text(value: unknown, member: string): string {
  if (typeof value === 'string' && value.length <= 4 * MAX_TEXT && value.isWellFormed()) {
    const normal = value.normalize('NFC');
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    if (normal.length <= MAX_TEXT && normal.trim() !== '' && !/[\u0000-\u001f\u007f]/.test(normal))
      return normal;
  }
  return refuse(
    'validation_failed',
    `${member} must be a text of 1 to ${MAX_TEXT} characters, none of them a control character or half a pair`,
  );
}

/** @throws Wrong */
export function textOrNull(value: unknown, member: string): string | null {
  return value === undefined || value === null ? null : text(value, member);
}
