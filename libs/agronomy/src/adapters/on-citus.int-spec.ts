import { afterAll, beforeAll } from '@jest/globals';
import { Database } from '@furrow/database';
import { createTestDatabase, describeOnCitus, type TestDatabase } from '@furrow/testbed';
import { describeAgronomyPorts } from '../testing/agronomy.contract.ts';
import { aStoredFarm } from '../testing/stored-farm.ts';
import { agronomyRows } from './typeorm/rows.ts';
import { TypeormFarmRepository } from './typeorm/typeorm-farm-repository.ts';

describeOnCitus('the ports of agronomy, their tables distributed by company,', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase({ onCitus: true });
    database = await Database.connect(test.url, { poolSize: 4, rows: agronomyRows });
  });
  afterAll(async () => {
    await database?.close();
    await test?.drop();
  });

  describeAgronomyPorts('Citus', async () => ({
    newCompanies: async () => {
      const [own, other] = [await aStoredFarm(database, []), await aStoredFarm(database, [])];
      return {
        run: (work) => database.tenant(own.companyId, (tx) => work(new TypeormFarmRepository(tx))),
        elsewhere: (work) => database.tenant(other.companyId, (tx) => work(new TypeormFarmRepository(tx))),
      };
    },
    newFarm: () => aStoredFarm(database),
    close: async () => undefined,
  }));
});
