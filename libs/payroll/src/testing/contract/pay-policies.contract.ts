import { describe, expect, it } from '@jest/globals';
import { PayPolicy } from '../../domain/index.ts';
import type { ContractCompanies } from './contract-companies.ts';

const FULL = PayPolicy.declare({
  validFrom: '2026-01-05',
  hourlyRate: 11.5,
  minimumWage: { amount: 10.250001, per: 'day' },
  minimumWageBasis: 'workweek',
  nonproductiveRate: 0,
  restBreaks: 'average',
  overtime: { weeklyHours: 40, premium: 0.333 },
  workweekStartsOn: 'sunday',
  fixedBonus: 'by_units',
});
const PLAIN = PayPolicy.declare({ validFrom: '2025-12-31' });

export function describePayPolicies({ run }: ContractCompanies): void {
  const inForce = async () =>
    (await run(({ policies }) => policies.inForce())).map(({ state }) => state).slice(1);

  describe('policies', () => {
    it('are returned with every member, by first day, after the one that each company has', async () => {
      await run(({ policies }) => policies.save([FULL, PLAIN]));
      expect(await inForce()).toEqual([PLAIN.state, FULL.state]);
      const loaded = await run(({ policies }) => policies.load());
      expect(loaded.slice(1).map(({ state }) => state)).toEqual([PLAIN.state, FULL.state]);
    });

    it('are changed and withdrawn, and declared again', async () => {
      await run(({ policies }) => policies.save([FULL, PLAIN]));
      const changed = PayPolicy.declare(
        { validFrom: FULL.validFrom, overtime: null, minimumWage: null },
        FULL,
      );
      await run(({ policies }) => policies.save([changed]));
      await run(({ policies }) => policies.deactivate([PLAIN]));
      expect(await inForce()).toEqual([changed.state]);
      await run(({ policies }) => policies.save([PLAIN]));
      expect(await inForce()).toEqual([PLAIN.state, changed.state]);
    });
  });
}
