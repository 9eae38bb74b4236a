import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import { ContractFarms, type ProductionPorts } from './contract/contract-farms.ts';
import { describeSessionMaintenance } from './contract/maintenance.contract.ts';
import { describePrices } from './contract/prices.contract.ts';
import { describeRecords } from './contract/records.contract.ts';
import { describeSharedRecords } from './contract/shared-records.contract.ts';
import { describeSessions } from './contract/sessions.contract.ts';
import { describeProductionTransactions } from './contract/transactions.contract.ts';

/** What every implementation of the ports must do, including the fakes. */
export function describeProductionPorts(name: string, open: () => Promise<ProductionPorts>): void {
  describe(`the ports of production on ${name}`, () => {
    const farms = new ContractFarms();
    beforeAll(async () => {
      farms.ports = await open();
    });
    afterAll(() => farms.ports.close());
    beforeEach(() => farms.renew());

    describeProductionTransactions(farms);
    describeSessions(farms);
    describeRecords(farms);
    describePrices(farms);
    describeSharedRecords(farms);
    describeSessionMaintenance(farms);
  });
}
