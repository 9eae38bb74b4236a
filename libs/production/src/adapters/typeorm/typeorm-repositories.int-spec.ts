import { describeProductionPorts } from '../../testing/production.contract.ts';
import { productionOnPostgres } from '../../testing/production-on-postgres.ts';

describeProductionPorts('PostgreSQL', () => productionOnPostgres());
