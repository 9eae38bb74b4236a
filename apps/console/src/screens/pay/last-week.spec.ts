import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { lastWeek } from './last-week.ts';

// Late on Saturday in Santiago, and Sunday on the devices of these tests.
beforeEach(() => void jest.useFakeTimers({ now: new Date('2026-03-01T02:30:00Z') }));
afterEach(() => void jest.useRealTimers());

it('pay is calculated until the day of the farm, not until that of the device', () => {
  expect(lastWeek('America/Santiago')).toEqual({ from: '2026-02-22', to: '2026-02-28' });
});
