import { describeOnCitus } from '@furrow/testbed';
import { describeProductionPorts } from '../../testing/production.contract.ts';
import { productionOnPostgres } from '../../testing/production-on-postgres.ts';

describeOnCitus('the ports of production, their tables distributed by company,', () => {
  describeProductionPorts('Citus', () => productionOnPostgres({ onCitus: true }));
});
