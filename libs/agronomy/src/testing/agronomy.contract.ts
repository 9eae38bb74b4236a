import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeFarmRepository, type FarmTransactions } from './contract/farm-repository.contract.ts';
import { describePhytosanitaryQueries, type ScoutedFarm } from './contract/phytosanitary.contract.ts';

/** All ports of agronomy, as one implementation provides them. */
export interface AgronomyPorts {
  /** Transactions on companies without projects. */
  newCompanies(): Promise<FarmTransactions>;
  /** A farm without observations. */
  newFarm(): Promise<ScoutedFarm>;
  close(): Promise<void>;
}

/** What every implementation of the ports must do, including the fakes. */
export function describeAgronomyPorts(name: string, open: () => Promise<AgronomyPorts>): void {
  describe(`the ports of agronomy on ${name}`, () => {
    let ports: AgronomyPorts;
    beforeAll(async () => {
      ports = await open();
    });
    afterAll(() => ports.close());

    describeFarmRepository(() => ports.newCompanies());
    describePhytosanitaryQueries(() => ports.newFarm());
  });
}
