/**
 * The suite must pass at any hour of any day. Files that depend on local dates run at hours far apart, each on a
 * difficult day of the calendar, in addition to the current hour.
 */

/**
 * Files that open sessions or send readings now, ask for today, or wait for its end. The clock's own test is included
 * because the others rely on it.
 */
export const HOUR_SENSITIVE = [
  'apps/api/test/http/clock\\.',
  'apps/api/test/http/change-feed\\.',
  'apps/api/test/production/sessions\\.',
  'apps/api/test/production/harvest\\.',
  'apps/api/test/production/system-closure\\.',
  'libs/production/.*/harvest-feed\\.int',
];

/** `npm test -- --hours` runs them at each hour, the whole suite only at those that are `always`. */
export const HOURS = [
  { at: '2027-01-01T00:20Z', always: false }, // a new year for the server, still the old one for a farm in America
  { at: '2028-02-29T06:20Z', always: false }, // the leap day, early in Chile
  { at: '2027-03-31T12:20Z', always: false }, // the end of a month that is longer than the next
  // Chile sets its clocks back: 23:10 occurs for the second time, and for the server the next day has begun.
  { at: '2027-04-04T03:10Z', always: true },
];
