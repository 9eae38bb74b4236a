import type { Clock } from '@furrow/kernel';
import { OneTransaction } from '@furrow/kernel/transactions';
import type { Database, Transaction } from '@furrow/database';
import { AccessCompanyDirectory } from './adapters/access/access-company-directory.ts';
import { AccessUserDirectory } from './adapters/access/access-user-directory.ts';
import { responsiblesIn } from './adapters/access/access-responsibles.ts';
import { AgronomyFarmDirectory } from './adapters/agronomy/agronomy-farm-directory.ts';
import type { PaidWorkSource } from './adapters/pay/paid-work-source.ts';
import { TypeormHarvestGroupsQuery } from './adapters/typeorm/queries/typeorm-harvest-groups-query.ts';
import { TypeormHarvestQuery } from './adapters/typeorm/queries/typeorm-harvest-query.ts';
import {
  type Neighbours,
  repositoriesIn,
  TypeormProductionTransactions,
} from './adapters/typeorm/typeorm-production-transactions.ts';
import { TypeormQualityQuery } from './adapters/typeorm/queries/typeorm-quality-query.ts';
import { TypeormQualityRepository } from './adapters/typeorm/typeorm-quality-repository.ts';
import { TypeormRecordQuery } from './adapters/typeorm/queries/typeorm-record-query.ts';
import { WorkforceWorkerDirectory } from './adapters/workforce/workforce-worker-directory.ts';
import { CompareSeasons } from './application/harvest/compare-seasons.ts';
import { FollowHarvest } from './application/harvest/follow-harvest.ts';
import { ImportHarvest, type ImportTarget, type ImportRun } from './application/harvest/import-harvest.ts';
import { CorrectRecord } from './application/corrections/correct-record.ts';
import { CorrectSession } from './application/corrections/correct-session.ts';
import { ReportHarvest } from './application/harvest/report-harvest.ts';
import { ReportPace } from './application/harvest/report-pace.ts';
import type { PaidWork, StaleSnapshots } from './application/ports.ts';
import { ApplyPrices } from './application/prices/apply-prices.ts';
import { ApplyContainers } from './application/qualities/apply-containers.ts';
import { ApplyQualities } from './application/qualities/apply-qualities.ts';
import { ListContainers } from './application/qualities/list-containers.ts';
import { ListQualities } from './application/qualities/list-qualities.ts';
import { AddRecords } from './application/records/add-records.ts';
import { ExportRecordLines } from './application/records/export-record-lines.ts';
import { ExportRecords } from './application/records/export-records.ts';
import { GetRecord } from './application/records/get-record.ts';
import { FindPossibleRepeats } from './application/records/find-possible-repeats.ts';
import { KeyUsage } from './application/records/key-usage.ts';
import { ListRecords } from './application/records/list-records.ts';
import { VoidRecord } from './application/records/void-record.ts';
import { CloseSession } from './application/sessions/close-session.ts';
import { ExtendSession } from './application/sessions/extend-session.ts';
import { GetSession } from './application/sessions/get-session.ts';
import { ListSessions } from './application/sessions/list-sessions.ts';
import { OpenSession } from './application/sessions/open-session.ts';
import { ReportSession } from './application/harvest/report-session.ts';
import { ShowToday } from './application/harvest/show-today.ts';
import { SumHarvest } from './application/harvest/sum-harvest.ts';
import { UpdateSession } from './application/sessions/update-session.ts';

/**
 * The context's use cases, wired without NestJS.
 * @param stale is notified of stale quality breakdowns
 * @param paid omitted: nothing can be voided
 */
export function wireProduction(
  database: Database,
  clock: Clock,
  stale: StaleSnapshots = notMarked,
  paid: PaidWorkSource = { in: () => nothingVoided },
) {
  const transactions = new TypeormProductionTransactions(
    database,
    neighboursWith((tx) => paid.in(tx)),
  );
  const harvest = new TypeormHarvestQuery(database, { farm: farmIn, responsibles: responsiblesIn });
  const groups = new TypeormHarvestGroupsQuery(database, farmIn);
  const records = new TypeormRecordQuery(database, farmIn);
  const listSessions = new ListSessions(transactions, clock);
  const reportPace = new ReportPace(harvest, clock);
  return {
    openSession: new OpenSession(transactions, clock),
    updateSession: new UpdateSession(transactions, clock),
    closeSession: new CloseSession(transactions, clock),
    extendSession: new ExtendSession(transactions, clock),
    correctSession: new CorrectSession(transactions, clock),
    getSession: new GetSession(transactions),
    listSessions,
    showToday: new ShowToday(listSessions, reportPace, harvest, clock),
    reportSession: new ReportSession(transactions, harvest, clock),
    addRecords: new AddRecords(transactions, clock, stale),
    voidRecord: new VoidRecord(transactions, clock, stale),
    correctRecord: new CorrectRecord(transactions, clock),
    getRecord: new GetRecord(transactions),
    listRecords: new ListRecords(transactions),
    exportRecords: new ExportRecords(records),
    exportRecordLines: new ExportRecordLines(records),
    findPossibleRepeats: new FindPossibleRepeats(transactions),
    keyUsage: new KeyUsage(transactions),
    listContainers: new ListContainers(transactions),
    listQualities: new ListQualities(new TypeormQualityQuery(database)),
    reportHarvest: new ReportHarvest(harvest, clock),
    reportPace,
    sumHarvest: new SumHarvest(groups),
    compareSeasons: new CompareSeasons(groups),
    followHarvest: new FollowHarvest(harvest, clock),
    /** One use case for each run through a file. */
    importHarvest: (target: ImportTarget, run: ImportRun) =>
      new ImportHarvest(transactions, clock, target, run),
  };
}

/**
 * The operator's use cases within one transaction that several contexts share, and those of a working day, of which nobody
 * else sees a session half recorded.
 */
export function wireProductionIn(tx: Transaction, clock: Clock) {
  const repositories = repositoriesIn(
    tx,
    neighboursWith(() => nothingVoided),
  );
  const within = new OneTransaction(repositories);
  return {
    applyQualities: new ApplyQualities(new TypeormQualityRepository(tx)),
    applyContainers: new ApplyContainers(repositories.containers),
    applyPrices: new ApplyPrices(repositories.prices, repositories.qualities, repositories.containers),
    openSession: new OpenSession(within, clock),
    addRecords: new AddRecords(within, clock, notMarked),
    closeSession: new CloseSession(within, clock),
    refreshSnapshots: (sessionIds: readonly string[]) =>
      repositories.snapshots.refresh(sessionIds, clock.now()),
  };
}

const notMarked: StaleSnapshots = { mark: () => undefined };

/** A day's work voids nothing, and neither does the operator. */
const notAsked = () => Promise.reject(new Error('Nothing is voided'));
const nothingVoided: PaidWork = { holdFreezes: notAsked, paidBy: notAsked };

const farmIn = (tx: Transaction) => new AgronomyFarmDirectory(tx);

function neighboursWith(paid: (tx: Transaction) => PaidWork): Neighbours {
  return {
    farm: farmIn,
    workers: (tx) => new WorkforceWorkerDirectory(tx),
    company: (tx) => new AccessCompanyDirectory(tx),
    users: (tx) => new AccessUserDirectory(tx),
    paid,
  };
}
