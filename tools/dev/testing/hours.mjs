/**
 * The suite must pass at any hour of any day. What leans on local dates runs at hours that are far apart, each on a day that
 * calendars find hard, beside the hour at which the run happens to be.
 */

/** What opens sessions now, or sends readings now. The clock's own test is what the others rest on. */
const NOW = [
  'apps/iot-gateway/test/clock\\.',
  'apps/api/test/http/change-feed\\.',
  'apps/api/test/production/sessions\\.',
];
/** What asks for today, or waits for its end. */
const TODAY = [
  'apps/api/test/production/harvest\\.',
  'apps/api/test/production/system-closure\\.',
  'libs/production/.*/harvest-feed\\.int',
];

/** Each of them runs at two hours with everything, and at all with `npm test -- --hours`. */
export const HOURS = [
  { at: '2027-01-01T00:20Z', files: TODAY }, // a new year for the server, the old one for a farm in America
  { at: '2028-02-29T06:20Z', files: NOW }, // the day that three years of four lack, early in Chile
  { at: '2027-03-31T12:20Z', files: TODAY }, // the end of a month that is longer than the next
  { at: '2027-04-04T03:10Z', files: NOW }, // Chile sets its clocks back: 23:10 is shown for the second time
];
export const HOUR_SENSITIVE = [...NOW, ...TODAY];
