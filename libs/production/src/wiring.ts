import type { Clock, SharedClock } from '@furrow/kernel';
import { OneTransaction } from '@furrow/kernel/transactions';
import type { Database, Transaction } from '@furrow/database';
import { AccessCompanyDirectory } from './adapters/access/access-company-directory.ts';
import { AccessUserDirectory } from './adapters/access/access-user-directory.ts';
import { responsiblesIn } from './adapters/access/access-responsibles.ts';
import { AgronomyFarmDirectory } from './adapters/agronomy/agronomy-farm-directory.ts';
import type { PaidWorkSource } from './adapters/pay/paid-work-source.ts';
import { TypeormHarvestQuery } from './adapters/typeorm/queries/typeorm-harvest-query.ts';
import {
  type Neighbours,
  repositoriesIn,
  TypeormProductionTransactions,
} from './adapters/typeorm/typeorm-production-transactions.ts';
import { TypeormQualityQuery } from './adapters/typeorm/queries/typeorm-quality-query.ts';
import { TypeormQualityRepository } from './adapters/typeorm/typeorm-quality-repository.ts';
import { TypeormRecordQuery } from './adapters/typeorm/queries/typeorm-record-query.ts';
import { TypeormSessionMaintenance } from './adapters/typeorm/typeorm-session-maintenance.ts';
import { WorkforceWorkerDirectory } from './adapters/workforce/workforce-worker-directory.ts';
import { FollowHarvest } from './application/harvest/follow-harvest.ts';
import { ImportHarvest, type ImportPlace, type ImportRun } from './application/harvest/import-harvest.ts';
import { CorrectRecord } from './application/corrections/correct-record.ts';
import { CorrectSession } from './application/corrections/correct-session.ts';
import { ReportHarvest } from './application/harvest/report-harvest.ts';
import { ReportPace } from './application/harvest/report-pace.ts';
import type { PaidWork, SessionMaintenance, StaleSnapshots } from './application/ports.ts';
import { ApplyQualities } from './application/qualities/apply-qualities.ts';
import { ListQualities } from './application/qualities/list-qualities.ts';
import { AddRecords } from './application/records/add-records.ts';
import { ExportRecordLines } from './application/records/export-record-lines.ts';
import { ExportRecords } from './application/records/export-records.ts';
import { GetRecord } from './application/records/get-record.ts';
import { KeyUsage } from './application/records/key-usage.ts';
import { ListRecords } from './application/records/list-records.ts';
import { VoidRecord } from './application/records/void-record.ts';
import { CloseLapsedSessions } from './application/sessions/close-lapsed-sessions.ts';
import { CloseSession } from './application/sessions/close-session.ts';
import { ExtendSession } from './application/sessions/extend-session.ts';
import { GetSession } from './application/sessions/get-session.ts';
import { ListSessions } from './application/sessions/list-sessions.ts';
import { OpenSession } from './application/sessions/open-session.ts';
import { ReportSession } from './application/harvest/report-session.ts';
import { ShowToday } from './application/harvest/show-today.ts';
import { UpdateSession } from './application/sessions/update-session.ts';

/**
 * The context's use cases, wired without NestJS.
 * @param stale is notified of stale quality breakdowns
 */
export function wireProduction(
  database: Database,
  clock: Clock,
  stale: StaleSnapshots,
  paid: PaidWorkSource,
) {
  const transactions = transactionsOn(database, (tx) => paid.in(tx));
  const harvest = new TypeormHarvestQuery(database, { farm: farmIn, responsibles: responsiblesIn });
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
    keyUsage: new KeyUsage(transactions),
    listQualities: new ListQualities(new TypeormQualityQuery(database)),
    reportHarvest: new ReportHarvest(harvest, clock),
    reportPace,
    followHarvest: new FollowHarvest(harvest, clock),
  };
}

/**
 * The use cases of the background job that runs in every process.
 * @param report writes into the log which sessions fail
 */
export function wireSessionMaintenance(
  database: Database,
  clock: SharedClock,
  report: (message: string) => void,
) {
  const sessionMaintenance: SessionMaintenance = new TypeormSessionMaintenance(database, { report });
  return {
    sessionMaintenance,
    closeLapsedSessions: new CloseLapsedSessions(sessionMaintenance, clock),
  };
}

/** The use case of one import run. */
export function wireImportHarvest(
  database: Database,
  clock: Clock,
  place: ImportPlace,
  run: ImportRun,
): ImportHarvest {
  const transactions = transactionsOn(database, () => nothingVoided);
  return new ImportHarvest(transactions, clock, place, run);
}

/** The operator's use cases within one transaction that several contexts share. */
export function wireProductionIn(tx: Transaction) {
  return { applyQualities: new ApplyQualities(new TypeormQualityRepository(tx)) };
}

/** The use cases of a working day within one transaction, in which nobody else sees a session half recorded. */
export function wireHarvestIn(tx: Transaction, clock: Clock) {
  const repositories = repositoriesIn(
    tx,
    neighboursWith(() => nothingVoided),
  );
  const within = new OneTransaction(repositories);
  return {
    openSession: new OpenSession(within, clock),
    addRecords: new AddRecords(within, clock, { mark: () => undefined }),
    closeSession: new CloseSession(within, clock),
    refreshSnapshots: (sessionIds: readonly string[]) =>
      repositories.snapshots.refresh(sessionIds, clock.now()),
  };
}

/** An import voids nothing, and neither does a day's work. */
const notAsked = () => Promise.reject(new Error('Nothing is voided'));
const nothingVoided: PaidWork = { holdFreezes: notAsked, paidBy: notAsked };

const farmIn = (tx: Transaction) => new AgronomyFarmDirectory(tx);

function transactionsOn(
  database: Database,
  paid: (tx: Transaction) => PaidWork,
): TypeormProductionTransactions {
  return new TypeormProductionTransactions(database, neighboursWith(paid));
}

function neighboursWith(paid: (tx: Transaction) => PaidWork): Neighbours {
  return {
    farm: farmIn,
    workers: (tx) => new WorkforceWorkerDirectory(tx),
    company: (tx) => new AccessCompanyDirectory(tx),
    users: (tx) => new AccessUserDirectory(tx),
    paid,
  };
}
