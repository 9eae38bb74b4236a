import { newId } from '@furrow/kernel';
import { describe, expect, it } from '@jest/globals';
import { issuedReceipt } from '../../domain/index.ts';
import type { ContractCompanies } from './contract-companies.ts';

const NOW = new Date('2026-01-05T12:00:00Z');
const LATER = new Date('2026-01-05T12:00:01Z');
const EXPIRED = new Date('2026-01-12T12:00:00Z');

/** Links to the days of workers. */
export function describeReceipts(companies: ContractCompanies): void {
  const { run } = companies;

  describe('receipts', () => {
    it('are found until they expire or are revoked, once', async () => {
      const { workerId: ana, admin } = companies.own;
      const by = admin.userId;
      const [first, second] = [issuedReceipt(ana, 7, NOW), issuedReceipt(ana, 1, LATER)];
      await run(async ({ receipts }) => {
        await receipts.add(first, by);
        await receipts.add(second, by);
      });
      const valid = (workerId: string | null, at: Date) =>
        run(({ receipts }) => receipts.valid(workerId, at));
      expect(await valid(ana, LATER)).toEqual([second, first]);
      expect(await valid(null, LATER)).toEqual([second, first]);
      expect(await valid(newId(), LATER)).toEqual([]);
      expect(await valid('nobody', LATER)).toEqual([]);
      expect(await run(({ receipts }) => receipts.find(first.receiptId, NOW))).toEqual(first);
      expect(await run(({ receipts }) => receipts.find(first.receiptId, EXPIRED))).toBeUndefined();
      expect(await run(({ receipts }) => receipts.find('nobody', NOW))).toBeUndefined();

      const revoke = (id: string, at: Date) => run(({ receipts }) => receipts.revoke(id, at));
      expect(await revoke(second.receiptId, LATER)).toBe(true);
      expect(await revoke(second.receiptId, LATER)).toBe(true);
      expect(await revoke(newId(), NOW)).toBe(false);
      expect(await valid(ana, LATER)).toEqual([first]);
    });
  });
}
