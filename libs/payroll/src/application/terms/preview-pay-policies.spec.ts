import { beforeEach, describe, expect, it } from '@jest/globals';
import { type LocalDate, ValidationFailed } from '@furrow/kernel';
import { PayPolicy, type PayPolicyDeclaration } from '../../domain/index.ts';
import { aSession, aShift, policyState } from '../../testing/builders.ts';
import { InMemoryPayroll } from '../../testing/in-memory-payroll.ts';
import { PreviewPayPolicies } from './preview-pay-policies.ts';

const COMPANY = 'acme';
/** A Thursday, whose week began on the 12th. */
const NOW = new Date('2026-01-15T12:00:00Z');
const preview = (payroll: InMemoryPayroll, ...declared: PayPolicyDeclaration[]) =>
  new PreviewPayPolicies(payroll, { now: () => NOW }).execute(COMPANY, declared);
const declare = (payroll: InMemoryPayroll, over: Parameters<typeof policyState>[0]) =>
  payroll.run(COMPANY, ({ policies }) => policies.save([PayPolicy.restore(policyState(over))]));

let payroll: InMemoryPayroll;
beforeEach(async () => {
  payroll = new InMemoryPayroll();
  payroll.state(COMPANY, {
    shifts: [
      aShift('2026-01-06', 'hourly', 8),
      aShift('2026-01-07', 'hourly', 8, { workerId: 'bea' }),
      aShift('2026-01-12', 'hourly', 8),
    ],
    sessions: [aSession('2026-01-08')],
  });
  await declare(payroll, { hourlyRate: '10' });
});

describe('the preview of a pay policy', () => {
  it('is what last week cost, and what it would have cost, though the policy begins later', async () => {
    expect(await preview(payroll, { validFrom: '2026-02-01', hourlyRate: 12.5 })).toEqual({
      ...{ from: '2026-01-05', to: '2026-01-11', currency: 'EUR' },
      before: { workers: 2, hours: 16, units: 1, gross: 161 },
      after: { workers: 2, hours: 16, units: 1, gross: 201 },
    });
  });

  it('changes nothing', async () => {
    await preview(payroll, { validFrom: '2026-02-01', hourlyRate: 12.5 });
    const stored = await payroll.run(COMPANY, ({ policies }) => policies.inForce());
    expect(stored.map(({ state }) => state.hourlyRate)).toEqual(['10']);
  });

  it('keeps what the policy of that day says and the new one omits', async () => {
    await declare(payroll, { validFrom: '2026-01-01' as LocalDate, hourlyRate: '11' });
    const { before, after } = await preview(payroll, { validFrom: '2026-01-01', restBreaks: 'average' });
    expect([before.gross, after.gross]).toEqual([177, 177]);
  });

  it('of one that goes out of use is what the others pay', async () => {
    await declare(payroll, { validFrom: '2026-01-01' as LocalDate, hourlyRate: '11' });
    const { after } = await preview(payroll, { validFrom: '2026-01-01', status: 'inactive' });
    expect(after.gross).toBe(161);
  });

  it('is for the workers of a group, if the policy is', async () => {
    const groups = [{ from: '2025-01-01' as LocalDate, group: 'north' }];
    payroll.state(COMPANY, { standings: { bea: { position: null, groups } } });
    const { after } = await preview(payroll, { validFrom: '2026-02-01', group: 'north', hourlyRate: 20 });
    expect(after.gross).toBe(241);
  });

  it('has the workweek of the policy', async () => {
    const { from, to } = await preview(payroll, { validFrom: '2026-02-01', workweekStartsOn: 'friday' });
    expect([from, to]).toEqual(['2026-01-02', '2026-01-08']);
  });

  it('names what is wrong', async () => {
    const wrong = preview(payroll, { validFrom: '2026-02-01', hourlyRate: -1 });
    await expect(wrong).rejects.toThrow(ValidationFailed);
    await expect(wrong).rejects.toMatchObject({ details: [{ field: 'payPolicies[0].hourlyRate' }] });
  });
});
