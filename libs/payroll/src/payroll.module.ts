import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { Metrics } from '@furrow/observability';
import { wiredProviders } from '@furrow/database/module';
import { PaidWorkSource as PaidSessionSource } from '@furrow/production';
import { PaidWorkSource as PaidShiftSource } from '@furrow/workforce';
import { Global, Module } from '@nestjs/common';
import { PaidSessions } from './adapters/production/paid-sessions.ts';
import { PaidShifts } from './adapters/workforce/paid-shifts.ts';
import * as payroll from './index.ts';
import { wirePayroll } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, Clock, Metrics], wirePayroll, {
  issueReceipt: payroll.IssueReceipt,
  listReceipts: payroll.ListReceipts,
  revokeReceipt: payroll.RevokeReceipt,
  showWorkerDays: payroll.ShowWorkerDays,
  openPayRun: payroll.OpenPayRun,
  previewPayPolicies: payroll.PreviewPayPolicies,
  getComingAdjustments: payroll.GetComingAdjustments,
  getPayRun: payroll.GetPayRun,
  getPayStatement: payroll.GetPayStatement,
  listPayRuns: payroll.ListPayRuns,
  freezePayRun: payroll.FreezePayRun,
  deletePayRun: payroll.DeletePayRun,
  statePayLine: payroll.StatePayLine,
  voidPayLine: payroll.VoidPayLine,
  listPayLines: payroll.ListPayLines,
});

const paid = [
  { provide: PaidSessionSource, useClass: PaidSessions },
  { provide: PaidShiftSource, useClass: PaidShifts },
];

/** Global, because contexts below ask what was paid through ports of theirs, without an import of this one. */
@Global()
@Module({ providers: [...providers, ...paid], exports: [...exports, PaidSessionSource, PaidShiftSource] })
export class PayrollModule {}
