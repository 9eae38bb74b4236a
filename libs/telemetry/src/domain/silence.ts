const HOUR_MS = 3_600_000;
/** Readings missing in a row. */
const MISSED = 3;

/**
 * Whether a device that measures at regular intervals has stopped: it has sent nothing for an hour, and for three times
 * its usual interval. Of valves, which report only what they irrigate, silence says nothing.
 *
 * @param usualInterval seconds; null: it has none
 */
export function isSilent(
  { status, lastSeenAt }: { readonly status: string; readonly lastSeenAt: string | null },
  usualInterval: number | null,
  now: Date,
): boolean {
  if (status !== 'active' || lastSeenAt === null || usualInterval === null) return false;
  return now.getTime() - Date.parse(lastSeenAt) > Math.max(HOUR_MS, MISSED * usualInterval * 1_000);
}
