/**
 * The suite must pass at any hour of any day. What leans on local dates runs at four hours that are far apart, each on a
 * day that calendars find hard, beside the hour at which the run happens to be.
 */
export const HOURS = [
  '2027-01-01T00:20Z', // a new year for the server, the old one for a farm in America
  '2028-02-29T06:20Z', // the day that three years of four lack, early in Chile
  '2027-03-31T12:20Z', // the end of a month that is longer than the next
  '2027-04-04T03:10Z', // Chile sets its clocks back: 23:10 is shown for the second time
];

/** What opens sessions now, sends readings now, or asks for today. The clock's own test is what the others rest on. */
export const HOUR_SENSITIVE = [
  'apps/iot-gateway/test/clock\\.',
  'apps/api/test/change-feed\\.',
  'apps/api/test/harvest\\.',
  'apps/api/test/sessions\\.',
  'apps/api/test/system-closure\\.',
  'libs/production/.*/harvest-feed\\.int',
];
