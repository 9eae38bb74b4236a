import { SafetyTables1763600000900 } from './1763600000900-safety-tables.ts';

export const safetyMigrations = [SafetyTables1763600000900];
