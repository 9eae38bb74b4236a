import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { Metrics } from '@furrow/observability';
import { wiredProviders } from '@furrow/database/module';
import { PaidWorkSource as PaidSessionSource } from '@furrow/production';
import { PaidWorkSource as PaidShiftSource } from '@furrow/workforce';
import { Global, Module } from '@nestjs/common';
import { PaidSessions } from './adapters/production/paid-sessions.ts';
import { PaidShifts } from './adapters/workforce/paid-shifts.ts';
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
import { PreviewPayPolicies } from './application/terms/preview-pay-policies.ts';
import { wirePayroll } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, Clock, Metrics], wirePayroll, {
  issueReceipt: IssueReceipt,
  listReceipts: ListReceipts,
  revokeReceipt: RevokeReceipt,
  showWorkerDays: ShowWorkerDays,
  openPayRun: OpenPayRun,
  previewPayPolicies: PreviewPayPolicies,
  getComingAdjustments: GetComingAdjustments,
  getPayRun: GetPayRun,
  getPayStatement: GetPayStatement,
  listPayRuns: ListPayRuns,
  freezePayRun: FreezePayRun,
  deletePayRun: DeletePayRun,
  statePayLine: StatePayLine,
  voidPayLine: VoidPayLine,
  listPayLines: ListPayLines,
});

const paid = [
  { provide: PaidSessionSource, useClass: PaidSessions },
  { provide: PaidShiftSource, useClass: PaidShifts },
];

/** Global, because contexts below ask what was paid through ports of theirs, without an import of this one. */
@Global()
@Module({ providers: [...providers, ...paid], exports: [...exports, PaidSessionSource, PaidShiftSource] })
export class PayrollModule {}
