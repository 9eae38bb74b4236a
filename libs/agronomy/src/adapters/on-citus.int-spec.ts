import { afterAll, beforeAll } from '@jest/globals';
import { Database } from '@furrow/database';
import { createTestDatabase, describeOnCitus, type TestDatabase } from '@furrow/testbed';
import { describeFarmRepository } from '../testing/farm-repository.contract.ts';
import { describePhytosanitaryQueries } from '../testing/phytosanitary.contract.ts';
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

  describeFarmRepository('Citus', async () => {
    const [own, other] = [await aStoredFarm(database, []), await aStoredFarm(database, [])];
    return {
      run: (work) => database.tenant(own.companyId, (tx) => work(new TypeormFarmRepository(tx))),
      elsewhere: (work) => database.tenant(other.companyId, (tx) => work(new TypeormFarmRepository(tx))),
    };
  });
  describePhytosanitaryQueries('Citus', () => aStoredFarm(database));
});
