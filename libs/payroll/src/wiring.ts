import type { Clock } from '@furrow/kernel';
import type { Database, Transaction } from '@furrow/database';
import type { Metrics } from '@furrow/observability';
import { ContextsFarmWork } from './adapters/contexts-farm-work.ts';
import { TypeormPayPolicyRepository } from './adapters/typeorm/typeorm-pay-policy-repository.ts';
import { TypeormWageRepository } from './adapters/typeorm/typeorm-wage-repository.ts';
import { WorkforceCrew } from './adapters/workforce/workforce-workers.ts';
import { TypeormPayrollTransactions } from './adapters/typeorm/typeorm-payroll-transactions.ts';
import { ApplyPayPolicies } from './application/terms/apply-pay-policies.ts';
import { ApplyPayRates } from './application/terms/apply-pay-rates.ts';
import { ApplyProjectWages } from './application/terms/apply-project-wages.ts';
import { PreviewPayPolicies } from './application/terms/preview-pay-policies.ts';
import { DeletePayRun } from './application/delete-pay-run.ts';
import { FreezePayRun } from './application/freeze-pay-run.ts';
import { GetComingAdjustments } from './application/get-coming-adjustments.ts';
import { GetPayRun } from './application/get-pay-run.ts';
import { GetPayStatement } from './application/get-pay-statement.ts';
import { ListPayLines } from './application/lines/list-pay-lines.ts';
import { ListPayRuns } from './application/list-pay-runs.ts';
import { OpenPayRun } from './application/open-pay-run.ts';
import { StatePayLine } from './application/lines/state-pay-line.ts';
import { VoidPayLine } from './application/lines/void-pay-line.ts';
import { IssueReceipt } from './application/receipts/issue-receipt.ts';
import { ListReceipts } from './application/receipts/list-receipts.ts';
import { RevokeReceipt } from './application/receipts/revoke-receipt.ts';
import { ShowWorkerDays } from './application/receipts/show-worker-days.ts';

/** The context's use cases, wired without NestJS. */
export function wirePayroll(database: Database, clock: Clock, metrics: Metrics) {
  const transactions = new TypeormPayrollTransactions(database, (tx) => new ContextsFarmWork(tx));
  metrics.semaphore('pay_calculations', transactions.turns);
  return {
    issueReceipt: new IssueReceipt(transactions, clock),
    listReceipts: new ListReceipts(transactions, clock),
    revokeReceipt: new RevokeReceipt(transactions, clock),
    showWorkerDays: new ShowWorkerDays(transactions, clock),
    openPayRun: new OpenPayRun(transactions, clock),
    previewPayPolicies: new PreviewPayPolicies(transactions, clock),
    getComingAdjustments: new GetComingAdjustments(transactions, clock),
    getPayRun: new GetPayRun(transactions, clock),
    getPayStatement: new GetPayStatement(transactions, clock),
    listPayRuns: new ListPayRuns(transactions),
    freezePayRun: new FreezePayRun(transactions, clock),
    deletePayRun: new DeletePayRun(transactions),
    statePayLine: new StatePayLine(transactions, clock),
    voidPayLine: new VoidPayLine(transactions, clock),
    listPayLines: new ListPayLines(transactions),
  };
}

/** The operator's use cases within one transaction that several contexts share. */
export function wirePayrollIn(tx: Transaction) {
  const crew = new WorkforceCrew(tx);
  const wages = new TypeormWageRepository(tx);
  return {
    applyPayPolicies: new ApplyPayPolicies(new TypeormPayPolicyRepository(tx), crew),
    applyPayRates: new ApplyPayRates(wages, crew),
    applyProjectWages: new ApplyProjectWages(wages, crew),
  };
}
