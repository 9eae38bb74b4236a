/**
 * A zone where it is now between 11:00 and noon, so that no test runs across a local midnight. Its date is the UTC
 * date.
 */
export function zoneBeforeNoon(now = new Date()): string {
  const ahead = 11 - now.getUTCHours(); // between -12 and 11
  if (ahead === 0) return 'Etc/UTC';
  return ahead > 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`; // the sign in these names is inverted
}
