import { describe, expect, it } from '@jest/globals';
import type { PayrollRepositories } from '../../application/ports.ts';
import { listedResult, newPayRunId } from '../../domain/index.ts';
import { type ContractCompanies, CREATED_AT, day, NOTHING } from './contract-companies.ts';

/** Transactions and calculations. */
export function describePayrollTransactions(companies: ContractCompanies): void {
  const { find } = companies;

  describe('transactions', () => {
    it('that fail change nothing', async () => {
      const { own, ports } = companies;
      const payRunId = newPayRunId();
      const failing = async ({ runs }: PayrollRepositories) => {
        const days = { from: day('2026-01-05'), to: day('2026-01-05'), projectId: null };
        const run = {
          payRunId,
          ...days,
          createdAt: CREATED_AT,
          frozenAt: null,
          acknowledged: [],
          result: null,
        };
        await runs.add(run, own.admin.userId, CREATED_AT, listedResult(NOTHING));
        throw new Error('on purpose');
      };
      const { transactions } = ports;
      await expect(transactions.run(own.companyId, failing)).rejects.toThrow('on purpose');
      await expect(transactions.calculate(own.companyId, 'read', failing)).rejects.toThrow('on purpose');
      expect(await find(payRunId)).toBeUndefined();
    });

    it('calculate one at a time in a company, each later than those before', async () => {
      const { own, ports } = companies;
      let [running, most] = [0, 0];
      const instants: number[] = [];
      const calculation = (purpose: 'read' | 'freeze') =>
        ports.transactions.calculate(own.companyId, purpose, async ({ runs, yieldToOthers }, at) => {
          most = Math.max(most, ++running);
          instants.push(at.getTime());
          await runs.drafts();
          await yieldToOthers();
          running--;
        });
      await Promise.all((['read', 'freeze', 'read', 'freeze'] as const).map(calculation));
      expect(most).toBe(1);
      expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    });
  });
}
