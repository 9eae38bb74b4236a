import { describe, expect, it } from '@jest/globals';
import { addDays, localDate, yearBefore } from './local-day.ts';

describe('local days', () => {
  it('take their date from the zone, not from this device', () => {
    const instant = new Date('2026-03-01T02:00:00Z');
    expect(localDate(instant, 'America/Santiago')).toBe('2026-02-28');
    expect(localDate(instant, 'Pacific/Kiritimati')).toBe('2026-03-01');
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it('have a day a year before', () => {
    expect(yearBefore('2026-06-01')).toBe('2025-06-01');
    expect(yearBefore('2024-02-29')).toBe('2023-02-28');
    expect(yearBefore('2025-02-28')).toBe('2024-02-28');
  });
});
