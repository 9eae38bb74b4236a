import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import { ContractFarms, type ProductionPorts } from './contract/contract-farms.ts';
import { maintenanceContract } from './contract/maintenance.contract.ts';
import { recordsContract } from './contract/records.contract.ts';
import { sessionsContract } from './contract/sessions.contract.ts';
import { transactionsContract } from './contract/transactions.contract.ts';

/** What every implementation of the ports must do, including the fakes. */
export function productionStoresContract(name: string, open: () => Promise<ProductionPorts>): void {
  describe(`the ports of production on ${name}`, () => {
    const farms = new ContractFarms();
    beforeAll(async () => {
      farms.ports = await open();
    });
    afterAll(() => farms.ports.close());
    beforeEach(() => farms.renew());

    transactionsContract(farms);
    sessionsContract(farms);
    recordsContract(farms);
    maintenanceContract(farms);
  });
}
