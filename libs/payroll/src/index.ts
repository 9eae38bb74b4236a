export { payrollMigrations } from './adapters/typeorm/migrations/index.ts';
export { DeletePayRun } from './application/delete-pay-run.ts';
export { FreezePayRun } from './application/freeze-pay-run.ts';
export { GetPayRun } from './application/get-pay-run.ts';
export { ListPayRuns } from './application/list-pay-runs.ts';
export { OpenPayRun } from './application/open-pay-run.ts';
export { sumOf } from './application/work-out-pay.ts';
export type { PayPolicyStatement } from './domain/index.ts';
export { wirePayroll, wirePayrollIn } from './wiring.ts';
