import type { MigrationClass } from '@furrow/platform';
import { FormsTables1763600000500 } from './1763600000500-forms-tables.ts';

export const formsMigrations: MigrationClass[] = [FormsTables1763600000500];
