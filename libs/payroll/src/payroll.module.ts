import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/platform';
import { wiredProviders } from '@furrow/platform/module';
import { Module } from '@nestjs/common';
import { DeletePayRun } from './application/delete-pay-run.ts';
import { FreezePayRun } from './application/freeze-pay-run.ts';
import { GetPayRun } from './application/get-pay-run.ts';
import { GetPayStatement } from './application/get-pay-statement.ts';
import { ListPayRuns } from './application/list-pay-runs.ts';
import { OpenPayRun } from './application/open-pay-run.ts';
import { wirePayroll } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, Clock], wirePayroll, {
  openPayRun: OpenPayRun,
  getPayRun: GetPayRun,
  getPayStatement: GetPayStatement,
  listPayRuns: ListPayRuns,
  freezePayRun: FreezePayRun,
  deletePayRun: DeletePayRun,
});

@Module({ providers, exports })
export class PayrollModule {}
