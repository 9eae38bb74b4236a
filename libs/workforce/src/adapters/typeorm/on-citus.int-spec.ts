import { afterAll, beforeAll } from '@jest/globals';
import { describeOnCitus } from '@furrow/testbed';
import { describeWorkforcePorts } from '../../testing/workforce.contract.ts';
import { type WorkforceOnPostgres, workforceOnPostgres } from '../../testing/workforce-on-postgres.ts';

describeOnCitus('the ports of workforce, their tables distributed by company,', () => {
  let workforce: WorkforceOnPostgres;
  beforeAll(async () => {
    workforce = await workforceOnPostgres({ onCitus: true });
  });
  afterAll(() => workforce?.close());

  describeWorkforcePorts('Citus', () => workforce.ports());
});
