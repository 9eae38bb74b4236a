export { payrollMigrations } from './adapters/typeorm/migrations/index.ts';
export type { PayPolicyStatement } from './domain/index.ts';
export { wirePayrollIn } from './wiring.ts';
