const HOUR_MS = 3_600_000;
/** Before, a few boxes that were brought together would look like a crew's day. */
const FIRST_PACE_HOURS = 0.25;

export interface Pace {
  /** Since the session was opened, until now or its end. */
  readonly hours: number;
  readonly perHour: number | null;
  readonly perHourAndWorker: number | null;
}

/** The pace of a session: valid units per hour, and per hour and worker. Null within the first quarter of an hour. */
export function paceOf(
  session: {
    readonly openedAt: string;
    readonly endsAt: string;
    readonly closedAt: string | null;
    readonly totals: { readonly validUnits: number; readonly workerCount: number };
  },
  now: number,
): Pace {
  const end = Math.min(now, Date.parse(session.closedAt ?? session.endsAt));
  const hours = Math.max(0, end - Date.parse(session.openedAt)) / HOUR_MS;
  const { validUnits, workerCount } = session.totals;
  const perHour = hours < FIRST_PACE_HOURS ? null : validUnits / hours;
  return {
    hours,
    perHour,
    perHourAndWorker: perHour === null || workerCount === 0 ? null : perHour / workerCount,
  };
}
