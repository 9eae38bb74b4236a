import { productionStoresContract } from '../../testing/production.contract.ts';
import { productionOnPostgres } from '../../testing/production-on-postgres.ts';

productionStoresContract('PostgreSQL', () => productionOnPostgres());
