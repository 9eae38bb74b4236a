import { accessMigrations, accessRows } from '@furrow/access';
import { agronomyMigrations, agronomyRows } from '@furrow/agronomy';
import { formsMigrations, formsRows } from '@furrow/forms';
import type { MigrationClass } from '@furrow/database';
import { journalMigrations } from '@furrow/journal';
import { mediaMigrations } from '@furrow/media';
import { notificationsMigrations, notificationsRows } from '@furrow/notifications';
import { payrollMigrations, payrollRows } from '@furrow/payroll';
import { productionMigrations, productionRows } from '@furrow/production';
import { safetyMigrations, safetyRows } from '@furrow/safety';
import { telemetryMigrations, telemetryRows } from '@furrow/telemetry';
import { workforceMigrations, workforceRows } from '@furrow/workforce';

/** Every migration there is. */
export const allMigrations: MigrationClass[] = [
  ...mediaMigrations,
  ...journalMigrations,
  ...accessMigrations,
  ...agronomyMigrations,
  ...workforceMigrations,
  ...productionMigrations,
  ...formsMigrations,
  ...telemetryMigrations,
  ...payrollMigrations,
  ...notificationsMigrations,
  ...safetyMigrations,
];

/** The row classes of the contexts that have any. */
export const allRows: (new () => object)[] = [
  ...accessRows,
  ...agronomyRows,
  ...workforceRows,
  ...productionRows,
  ...formsRows,
  ...telemetryRows,
  ...notificationsRows,
  ...payrollRows,
  ...safetyRows,
];
