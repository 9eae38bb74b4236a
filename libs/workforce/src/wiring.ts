import type { Clock } from '@furrow/kernel';
import { OneTransaction } from '@furrow/kernel/transactions';
import type { Database, Transaction } from '@furrow/database';
import type { MediaStore } from '@furrow/media';
import { AgronomyFarmDirectory } from './adapters/agronomy/agronomy-farm-directory.ts';
import { MediaWorkerPhotos } from './adapters/media/media-worker-photos.ts';
import type { PaidWorkSource } from './adapters/pay/paid-work-source.ts';
import { BadgeSheets } from './adapters/pdf/badge-sheets.ts';
import { TypeormBadgeQuery } from './adapters/typeorm/typeorm-badge-query.ts';
import { TypeormBadgeRepository } from './adapters/typeorm/typeorm-badge-repository.ts';
import { TypeormGroupRepository } from './adapters/typeorm/typeorm-group-repository.ts';
import { TypeormOptionQuery } from './adapters/typeorm/typeorm-option-query.ts';
import { TypeormOptionRepository } from './adapters/typeorm/typeorm-option-repository.ts';
import { TypeormShiftQuery } from './adapters/typeorm/typeorm-shift-query.ts';
import { TypeormShiftRepository } from './adapters/typeorm/typeorm-shift-repository.ts';
import { TypeormWorkerQuery } from './adapters/typeorm/typeorm-worker-query.ts';
import { TypeormWorkerRepository } from './adapters/typeorm/typeorm-worker-repository.ts';
import { TypeormWorkforceTransactions } from './adapters/typeorm/typeorm-workforce-transactions.ts';
import { ApplyWorkerGroups } from './application/options/apply-worker-groups.ts';
import { ApplyWorkerOptions } from './application/options/apply-worker-options.ts';
import { AssignBadge } from './application/badges/assign-badge.ts';
import { ChangeWorker } from './application/change-worker.ts';
import { EnlistWorkers } from './application/enlist-workers.ts';
import { EndShift } from './application/end-shift.ts';
import { GetShift } from './application/get-shift.ts';
import { GetWorker } from './application/get-worker.ts';
import { ListBadges } from './application/badges/list-badges.ts';
import { ListShifts } from './application/list-shifts.ts';
import { ListWorkerOptions } from './application/options/list-worker-options.ts';
import { ListWorkers } from './application/list-workers.ts';
import type { KeptPhotos, PaidWork, WorkerPhotos } from './application/ports.ts';
import { RecordShifts } from './application/record-shifts.ts';
import { RegisterWorker } from './application/register-worker.ts';
import { RegisterWorkers } from './application/register-workers.ts';
import { MakeBadgeCards } from './application/badges/make-badge-cards.ts';
import { ReturnBadge } from './application/badges/return-badge.ts';
import { VoidShift } from './application/void-shift.ts';

const farmIn = (tx: Transaction) => new AgronomyFarmDirectory(tx);

/** The context's use cases, wired without NestJS. */
export function wireWorkforce(database: Database, media: MediaStore, clock: Clock, paid: PaidWorkSource) {
  const neighbours = { farm: farmIn, paid: (tx: Transaction) => paid.in(tx) };
  const transactions = new TypeormWorkforceTransactions(database, media, clock, neighbours);
  const photos = new MediaWorkerPhotos(media);
  const registerWorkers = new RegisterWorkers(transactions, photos, clock);
  const workers = new TypeormWorkerQuery(database, media);
  const shifts = new TypeormShiftQuery(database, farmIn);
  return {
    registerWorker: new RegisterWorker(registerWorkers),
    registerWorkers,
    changeWorker: new ChangeWorker(transactions, photos, clock),
    assignBadge: new AssignBadge(transactions, clock),
    returnBadge: new ReturnBadge(transactions, clock),
    badgeSheets: new BadgeSheets(new MakeBadgeCards(transactions, clock), media),
    listBadges: new ListBadges(new TypeormBadgeQuery(database), clock),
    listWorkers: new ListWorkers(workers),
    getWorker: new GetWorker(workers),
    listWorkerOptions: new ListWorkerOptions(new TypeormOptionQuery(database)),
    recordShifts: new RecordShifts(transactions, clock),
    endShift: new EndShift(transactions, clock),
    voidShift: new VoidShift(transactions, clock),
    listShifts: new ListShifts(shifts),
    getShift: new GetShift(shifts),
  };
}

/** The operator's use cases within one transaction that several contexts share. */
export function wireWorkforceIn(tx: Transaction, clock: Clock) {
  const options = new TypeormOptionRepository(tx);
  const workers = new TypeormWorkerRepository(tx);
  const groups = new TypeormGroupRepository(tx, clock);
  const repositories = {
    workers,
    options,
    groups,
    photos: noPhotos,
    badges: new TypeormBadgeRepository(tx),
    shifts: new TypeormShiftRepository(tx),
    farm: farmIn(tx),
    paid: nothingVoided,
  };
  const within = new OneTransaction(repositories);
  return {
    applyWorkerOptions: new ApplyWorkerOptions(options),
    applyWorkerGroups: new ApplyWorkerGroups(groups),
    enlistWorkers: new EnlistWorkers(
      new RegisterWorker(new RegisterWorkers(within, noPhotos, clock)),
      options,
    ),
  };
}

/** The operator's use cases void nothing. */
const notAsked = () => Promise.reject(new Error('Nothing is voided'));
const nothingVoided: PaidWork = { holdFreezes: notAsked, paidBy: notAsked };

/** Imported workers have no photos. */
const none = () => Promise.reject(new Error('Nobody is enlisted with a photo'));
const noPhotos: WorkerPhotos & KeptPhotos = {
  read: () => {
    throw new Error('Nobody is enlisted with a photo');
  },
  store: none,
  discard: none,
  keep: none,
  release: none,
};
