import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { closuresAt } from './closures.ts';

const NOW = new Date('2026-01-31T12:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

function aTreatment(product: string, harvestDays: number, entryDays: number | null, over: object = {}) {
  return {
    ...{ product, projectId: 'north', sectors: [{ sectorId: 'n1', name: 'N1', crop: null, variety: null }] },
    ...{ harvestFrom: `+${harvestDays}` as LocalDate, harvestClearAt: inDays(harvestDays) },
    ...{ reentryClearAt: entryDays === null ? null : inDays(entryDays), voided: null, ...over },
  };
}

describe('a sector', () => {
  it('is closed by the treatment that ends last, to the harvest and to people separately', () => {
    const treatments = [
      aTreatment('Sulfur', 3, 1),
      aTreatment('Copper', 14, null),
      aTreatment('Oil', 1, 2),
      aTreatment('Last year', -300, -300),
    ];
    expect(closuresAt(NOW, treatments)).toEqual([
      {
        ...{ projectId: 'north', sectorId: 'n1' },
        harvest: { until: inDays(14), product: 'Copper', from: '+14' },
        entry: { until: inDays(2), product: 'Oil' },
      },
    ]);
  });

  it('may be closed to one of the two only', () => {
    expect(closuresAt(NOW, [aTreatment('Sulfur', 3, null)])).toMatchObject([{ entry: null }]);
    expect(closuresAt(NOW, [aTreatment('Oil', -1, 1)])).toMatchObject([{ harvest: null }]);
  });

  it('is open again at the instant when the interval ends, and is not closed by a voided treatment', () => {
    expect(closuresAt(NOW, [aTreatment('Sulfur', 0, 0)])).toEqual([]);
    const voided = { at: NOW, by: 'ana', reason: null };
    expect(closuresAt(NOW, [aTreatment('Sulfur', 9, 9, { voided })])).toEqual([]);
  });
});
