import { describeOnCitus } from '@furrow/testbed';
import { productionStoresContract } from '../../testing/production.contract.ts';
import { productionOnPostgres } from '../../testing/production-on-postgres.ts';

describeOnCitus('the ports of production, their tables distributed by company,', () => {
  productionStoresContract('Citus', () => productionOnPostgres({ onCitus: true }));
});
