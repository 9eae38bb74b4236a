import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@furrow/kernel';
import { Treatment, type TreatmentDraft } from './treatment.ts';

const NOW = new Date('2026-01-10T15:00:00Z');
const draft = (over: Partial<TreatmentDraft> = {}): TreatmentDraft => ({
  ...{ clientEventId: 'spray-1', projectId: 'p', sectorIds: ['s1', 's2'], product: 'Sulphur' },
  ...{ authorisationNumber: null, activeSubstances: ['sulphur'], target: null, cropCode: null, bbch: null },
  ...{
    area: '2.40',
    startedAt: new Date('2026-01-10T12:00:00Z'),
    endedAt: null,
    dose: '4',
    doseUnit: 'kg/ha',
  },
  ...{ preHarvestDays: 7, reentryHours: null, operator: null, equipment: null, notes: null },
  ...over,
});
const sectors = ['s1', 's2'].map((sectorId) => ({ sectorId, name: sectorId, crop: null, variety: null }));
const recorded = (over: Partial<TreatmentDraft> = {}) =>
  Treatment.record(
    draft(over),
    { timezone: 'America/Santiago', sectors },
    { treatmentId: 't1', by: { userId: 'u1', idpId: 'idp|u1' }, at: NOW },
  );

describe('a treatment', () => {
  it('equals a repeat by value', () => {
    const { isRepeatedBy } = recorded();
    const repeats = (over: Partial<TreatmentDraft>) => isRepeatedBy.call(recorded(), draft(over));
    expect(repeats({})).toBe(true);
    expect(repeats({ area: '2.4', dose: '4.0', sectorIds: ['S2', 's1'] })).toBe(true);
    expect(repeats({ area: '2.41' })).toBe(false);
    expect(repeats({ sectorIds: ['s1'] })).toBe(false);
    expect(repeats({ endedAt: NOW })).toBe(false);
    expect(repeats({ activeSubstances: [] })).toBe(false);
  });

  it('is refused if it is further in the future than clocks may differ', () => {
    expect(() => recorded({ startedAt: new Date(NOW.getTime() + 300_001) })).toThrow(
      expect.objectContaining({ code: 'started_in_future' }),
    );
    expect(recorded({ startedAt: new Date(NOW.getTime() + 300_000) }).state.voided).toBeNull();
  });

  it.each([
    ['sectorIds', { sectorIds: ['s1', 'S1'] }],
    ['dose', { dose: '0' }],
    ['area', { area: '0.0000001' }],
    ['reentryHours', { reentryHours: '0.125' }],
    ['endedAt', { endedAt: new Date('2026-01-10T11:59:59Z') }],
    ['endedAt', { endedAt: new Date('2026-02-11T12:00:00Z') }],
  ])('names %s if it is wrong', (field, over) => {
    expect(() => recorded(over)).toThrow(ValidationFailed);
    expect(() => recorded(over)).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ field })] }),
    );
  });

  it('is voided only once', () => {
    const voided = recorded().void({ at: NOW, by: 'u2', reason: 'Twice' });
    expect(voided.void({ at: new Date(), by: 'u3', reason: null })).toBe(voided);
    expect(voided.state.voided).toEqual({ at: NOW, by: 'u2', reason: 'Twice' });
  });
});
