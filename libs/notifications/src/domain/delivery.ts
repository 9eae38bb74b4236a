import { type RetrySchedule, retryAfterMs } from './retry-schedule.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The result of an attempt: a status, or the reason why there is none. */
export interface Answer {
  /** HTTP status; null without an answer in time. */
  readonly status: number | null;
  /** Why there is no status; null with one. */
  readonly reason: string | null;
  /** Milliseconds until the answer, or until the attempt ended. */
  readonly duration: number;
  readonly retryAfter?: string | undefined;
}

/** One attempt in the log of deliveries. */
export interface Attempt {
  readonly time: string;
  readonly status: number | null;
  /** Milliseconds from the look-up of the address to the status line. */
  readonly duration: number;
  /** Why it failed; null if it succeeded. */
  readonly reason: string | null;
}

/** The consequence of an attempt for the delivery. */
export type Consequence =
  | { readonly status: 'delivered' }
  /** Retried after this many milliseconds. */
  | { readonly status: 'pending'; readonly waitMs: number }
  | { readonly status: 'failed' };

export interface Judged {
  readonly attempt: Attempt;
  readonly consequence: Consequence;
  /** The receiver declares that it is gone for good. */
  readonly isGone: boolean;
}

const SWITCHING_PROTOCOLS = 101;
const GONE = 410;

/**
 * Evaluates an attempt: any 2xx succeeds, a redirect does not, 410 ends it. A number that is no status of HTTP is not
 * recorded as one.
 * @param made when it began, how many failed before it since the delivery was last requested, and when it is evaluated
 */
export function judge(
  answer: Answer,
  made: { readonly at: Date; readonly failures: number; readonly now: Date },
  { schedule, random }: { readonly schedule: RetrySchedule; readonly random: number },
): Judged {
  const status = isStatus(answer.status) ? answer.status : null;
  const reason = reasonOf(answer);
  const attempt: Attempt = {
    time: made.at.toISOString(),
    status,
    duration: answer.duration,
    reason,
  };
  if (reason === null) return { attempt, consequence: { status: 'delivered' }, isGone: false };
  const isGone = status === GONE;
  const asked = retryAfterMs(answer.retryAfter, made.now);
  const waitMs = isGone ? undefined : schedule.waitAfter(made.failures + 1, random, asked);
  const consequence: Consequence =
    waitMs === undefined ? { status: 'failed' } : { status: 'pending', waitMs };
  return { attempt, consequence, isGone };
}

/** RFC 9110: any other number is not an answer. */
const isStatus = (status: number | null): boolean => status !== null && status >= 100 && status <= 599;

function reasonOf({ status, reason }: Answer): string | null {
  if (status === null) return reason ?? 'no answer';
  if (!isStatus(status)) return 'the response has no valid HTTP status';
  if (status === SWITCHING_PROTOCOLS) return `answered ${status}: protocols are not switched`;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`;
  if (status === GONE) return `answered ${status}: the receiver is gone, and the webhook paused`;
  return `answered ${status}`;
}
