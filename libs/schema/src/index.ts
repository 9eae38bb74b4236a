import { accessMigrations, accessRows } from '@furrow/access';
import { agronomyMigrations, agronomyRows } from '@furrow/agronomy';
import type { MigrationClass } from '@furrow/platform';
import { productionMigrations } from '@furrow/production';
import { workforceMigrations, workforceRows } from '@furrow/workforce';

/** Every migration there is. */
export const allMigrations: MigrationClass[] = [
  ...accessMigrations,
  ...agronomyMigrations,
  ...workforceMigrations,
  ...productionMigrations,
];

/** The row classes of the contexts that have any. */
export const allRows: (new () => object)[] = [...accessRows, ...agronomyRows, ...workforceRows];
