import type { MigrationClass } from '@furrow/platform';
import { ProductionTables1763600000400 } from './1763600000400-production-tables.ts';

export const productionMigrations: MigrationClass[] = [ProductionTables1763600000400];
