import { accessMigrations, accessRows } from '@furrow/access';
import { agronomyMigrations, agronomyRows } from '@furrow/agronomy';
import { formsMigrations } from '@furrow/forms';
import { notificationsMigrations } from '@furrow/notifications';
import { payrollMigrations } from '@furrow/payroll';
import { type MigrationClass, platformMigrations } from '@furrow/platform';
import { productionMigrations } from '@furrow/production';
import { telemetryMigrations } from '@furrow/telemetry';
import { workforceMigrations, workforceRows } from '@furrow/workforce';

/** Every migration there is. */
export const allMigrations: MigrationClass[] = [
  ...platformMigrations,
  ...accessMigrations,
  ...agronomyMigrations,
  ...workforceMigrations,
  ...productionMigrations,
  ...formsMigrations,
  ...telemetryMigrations,
  ...payrollMigrations,
  ...notificationsMigrations,
];

/** The row classes of the contexts that have any. */
export const allRows: (new () => object)[] = [...accessRows, ...agronomyRows, ...workforceRows];
