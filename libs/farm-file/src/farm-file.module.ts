import { Database } from '@furrow/database';
import { Clock } from '@furrow/kernel';
import { PreviewPayPolicies } from '@furrow/payroll';
import { Module } from '@nestjs/common';
import { ChangeFarm } from './apply/change-farm.ts';
import { ImportForm } from './apply/import-form.ts';
import { PreviewPay } from './apply/preview-pay.ts';
import { ReadFarm } from './stored/read-farm.ts';

const readFarm = {
  provide: ReadFarm,
  inject: [Database],
  useFactory: (database: Database) => new ReadFarm(database),
};

const changeFarm = {
  provide: ChangeFarm,
  inject: [Database, Clock],
  useFactory: (database: Database, clock: Clock) => new ChangeFarm(database, clock),
};

const importForm = {
  provide: ImportForm,
  inject: [ChangeFarm],
  useFactory: (changeFarm: ChangeFarm) => new ImportForm(changeFarm),
};

const previewPay = {
  provide: PreviewPay,
  inject: [PreviewPayPolicies],
  useFactory: (policies: PreviewPayPolicies) => new PreviewPay(policies),
};

const useCases = [readFarm, changeFarm, importForm, previewPay];

@Module({ providers: useCases, exports: useCases })
export class FarmFileModule {}
