import { afterAll, beforeAll } from '@jest/globals';
import { describeOnCitus } from '@furrow/testbed';
import { type FarmDatabase, farmDatabase } from '../../testing/farm-database.ts';
import { describeFormsPorts } from '../../testing/forms.contract.ts';
import { formsPorts } from '../../testing/forms-on-postgres.ts';

describeOnCitus('the ports of forms, their tables distributed by company,', () => {
  let farms: FarmDatabase;
  beforeAll(async () => {
    farms = await farmDatabase({ onCitus: true });
  });
  afterAll(() => farms?.drop());

  describeFormsPorts('Citus', () => formsPorts(farms));
});
