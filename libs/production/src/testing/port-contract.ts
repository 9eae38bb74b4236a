import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import type { ProductionTransactions, SessionMaintenance } from '../application/ports.ts';
import { ContractFarms } from './contract/contract-farms.ts';
import { maintenanceContract } from './contract/maintenance.contract.ts';
import { recordsContract } from './contract/records.contract.ts';
import { sessionsContract } from './contract/sessions.contract.ts';
import { transactionsContract } from './contract/transactions.contract.ts';
import type { Farm } from './farm.ts';

/** All ports of production, as one implementation provides them. */
export interface ProductionPorts {
  readonly transactions: ProductionTransactions;
  readonly maintenance: SessionMaintenance;
  /** A new company with its projects, sectors, workers and qualities. */
  newFarm(): Promise<Farm>;
  /** How many movements the session's quality snapshot includes; 0 without a snapshot. */
  movementsSeen(companyId: string, sessionId: string): Promise<number>;
  close(): Promise<void>;
}

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
