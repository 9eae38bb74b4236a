import { productionStoresContract } from '../../testing/port-contract.ts';
import { productionOnPostgres } from '../../testing/production-on-postgres.ts';

productionStoresContract('PostgreSQL', () => productionOnPostgres());
