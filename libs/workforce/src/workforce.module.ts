import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { MediaStore } from '@furrow/media';
import { wiredProviders } from '@furrow/database/module';
import { Module } from '@nestjs/common';
import { BadgeSheets } from './adapters/pdf/badge-sheets.ts';
import { PaidWorkSource } from './adapters/pay/paid-work-source.ts';
import { AssignBadge } from './application/badges/assign-badge.ts';
import { ChangeWorker } from './application/change-worker.ts';
import { EndShift } from './application/end-shift.ts';
import { GetShift } from './application/get-shift.ts';
import { GetWorker } from './application/get-worker.ts';
import { ListBadges } from './application/badges/list-badges.ts';
import { ListShifts } from './application/list-shifts.ts';
import { ListWorkerOptions } from './application/options/list-worker-options.ts';
import { ListWorkers } from './application/list-workers.ts';
import { RecordShifts } from './application/record-shifts.ts';
import { RegisterWorker } from './application/register-worker.ts';
import { RegisterWorkers } from './application/register-workers.ts';
import { ReturnBadge } from './application/badges/return-badge.ts';
import { VoidShift } from './application/void-shift.ts';
import { wireWorkforce } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, MediaStore, Clock, PaidWorkSource], wireWorkforce, {
  registerWorker: RegisterWorker,
  registerWorkers: RegisterWorkers,
  changeWorker: ChangeWorker,
  assignBadge: AssignBadge,
  returnBadge: ReturnBadge,
  listBadges: ListBadges,
  badgeSheets: BadgeSheets,
  listWorkers: ListWorkers,
  getWorker: GetWorker,
  listWorkerOptions: ListWorkerOptions,
  recordShifts: RecordShifts,
  endShift: EndShift,
  voidShift: VoidShift,
  listShifts: ListShifts,
  getShift: GetShift,
});

@Module({ providers, exports })
export class WorkforceModule {}
