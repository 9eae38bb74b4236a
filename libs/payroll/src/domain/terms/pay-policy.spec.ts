import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@furrow/kernel';
import { DEFAULT_TERMS, PayPolicy, type PayPolicyDeclaration } from './pay-policy.ts';

const FULL: PayPolicyDeclaration = {
  validFrom: '2026-01-01',
  hourlyRate: 12,
  minimumWage: { amount: 10, per: 'hour' },
  minimumWageBasis: 'workweek',
  nonproductiveRate: 8.1,
  restBreaks: 'average',
  overtime: { weeklyHours: 40, premium: 0.5 },
  workweekStartsOn: 'sunday',
  fixedBonus: 'by_units',
};

function fieldsOf(declared: PayPolicyDeclaration): string[] {
  try {
    PayPolicy.declare(declared);
  } catch (error) {
    if (error instanceof ValidationFailed) return error.details.map(({ field }) => field);
    throw error;
  }
  return [];
}

describe('a pay policy', () => {
  it('stores amounts as exact decimals', () => {
    expect(PayPolicy.declare(FULL).state).toEqual({
      ...FULL,
      ...{ hourlyRate: '12', nonproductiveRate: '8.1', minimumWage: { amount: '10', per: 'hour' } },
      overtime: { weeklyHours: '40', dailyHours: null, premium: '0.5' },
      ...{ group: null, tiers: [] },
    });
  });

  it('has defaults, keeps omitted members when declared again, and is cleared by null', () => {
    const validFrom = '2026-01-01';
    expect(PayPolicy.declare({ validFrom }).state).toEqual({ ...DEFAULT_TERMS, validFrom, group: null });
    const before = PayPolicy.declare(FULL);
    expect(PayPolicy.declare({ validFrom }, before).equals(before)).toBe(true);
    const cleared = PayPolicy.declare({ validFrom, overtime: null, hourlyRate: null }, before);
    expect(cleared.state).toEqual({ ...before.state, overtime: null, hourlyRate: null });
    expect(cleared.equals(before)).toBe(false);
  });

  it('names every wrong member', () => {
    expect(fieldsOf({ ...FULL, validFrom: '2026-02-30', hourlyRate: -1, nonproductiveRate: 1e-7 })).toEqual([
      ...['validFrom', 'hourlyRate', 'nonproductiveRate'],
    ]);
    expect(fieldsOf({ ...FULL, minimumWage: { amount: 1e10, per: 'week' }, restBreaks: 'some' })).toEqual([
      ...['restBreaks', 'minimumWage.amount', 'minimumWage.per'],
    ]);
    expect(fieldsOf({ ...FULL, overtime: { weeklyHours: 169, dailyHours: 25, premium: -0.5 } })).toEqual([
      ...['overtime.weeklyHours', 'overtime.dailyHours', 'overtime.premium'],
    ]);
    expect(fieldsOf({ ...FULL, overtime: { premium: 0.5 } })).toEqual(['overtime']);
    const tiers = [
      { unit: ' ', per: 'week', from: -1, premium: -0.5 },
      { unit: 'box', per: 'day', from: 60, premium: 0.1 },
      { unit: 'box', per: 'day', from: 60, premium: 0.2 },
    ];
    expect(fieldsOf({ ...FULL, tiers })).toEqual([
      ...['tiers[0].unit', 'tiers[0].per', 'tiers[0].from', 'tiers[0].premium', 'tiers[2].from'],
    ]);
    expect(
      fieldsOf({ ...FULL, workweekStartsOn: 'Monday', fixedBonus: 'all', minimumWageBasis: 'year' }),
    ).toEqual(['minimumWageBasis', 'fixedBonus', 'workweekStartsOn']);
  });
});
