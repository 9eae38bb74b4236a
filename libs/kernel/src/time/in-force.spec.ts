import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inForceOn } from './in-force.ts';
import type { LocalDate } from './local-day.ts';

const anyDay = fc
  .integer({ min: 1, max: 30 })
  .map((day) => `2026-06-${String(day).padStart(2, '0')}` as LocalDate);

it('the term of a day is the last one that began on it or before', () => {
  fc.assert(
    fc.property(fc.array(anyDay), anyDay, (days, day) => {
      const terms = days.toSorted().map((validFrom, index) => ({ validFrom, index }));
      expect(inForceOn(terms, day)).toBe(terms.findLast(({ validFrom }) => validFrom <= day));
    }),
  );
});
