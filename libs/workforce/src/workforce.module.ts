import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { MediaStore } from '@furrow/media';
import { wiredProviders } from '@furrow/database/module';
import { Module } from '@nestjs/common';
import { BadgeSheets } from './adapters/pdf/badge-sheets.ts';
import { PaidWorkSource } from './adapters/pay/paid-work-source.ts';
import * as workforce from './index.ts';
import { wireWorkforce } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, MediaStore, Clock, PaidWorkSource], wireWorkforce, {
  registerWorker: workforce.RegisterWorker,
  registerWorkers: workforce.RegisterWorkers,
  changeWorker: workforce.ChangeWorker,
  assignBadge: workforce.AssignBadge,
  returnBadge: workforce.ReturnBadge,
  listBadges: workforce.ListBadges,
  badgeSheets: BadgeSheets,
  listWorkers: workforce.ListWorkers,
  getWorker: workforce.GetWorker,
  listWorkerOptions: workforce.ListWorkerOptions,
  recordShifts: workforce.RecordShifts,
  endShift: workforce.EndShift,
  voidShift: workforce.VoidShift,
  listShifts: workforce.ListShifts,
  getShift: workforce.GetShift,
});

@Module({ providers, exports })
export class WorkforceModule {}
