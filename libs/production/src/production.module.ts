import { UserDirectory } from '@furrow/access';
import { AccessModule } from '@furrow/access/module';
import { Clock, SharedClock } from '@furrow/kernel';
import { Database, Metrics } from '@furrow/platform';
import { Module } from '@nestjs/common';
import { responsiblesFrom } from './adapters/access/access-responsibles.ts';
import { AgronomyProjectRegistry } from './adapters/agronomy/agronomy-project-registry.ts';
import { SessionGauges } from './adapters/metrics/session-gauges.ts';
import { SessionMaintenanceJob } from './adapters/scheduler/session-maintenance-job.ts';
import { SqlHarvestReader } from './adapters/typeorm/sql-harvest-reader.ts';
import { SqlProductionTransactions } from './adapters/typeorm/sql-production-transactions.ts';
import { QualityList } from './adapters/typeorm/sql-quality-register.ts';
import { SqlSessionMaintenance } from './adapters/typeorm/sql-session-maintenance.ts';
import { WorkforceWorkerRegistry } from './adapters/workforce/workforce-worker-registry.ts';
import { AddRecords } from './application/add-records.ts';
import { CloseLapsedSessions } from './application/close-lapsed-sessions.ts';
import { CloseSession } from './application/close-session.ts';
import { ExtendSession } from './application/extend-session.ts';
import { FollowHarvest } from './application/follow-harvest.ts';
import { GetRecord } from './application/get-record.ts';
import { GetSession } from './application/get-session.ts';
import { KeyUsage } from './application/key-usage.ts';
import { ListRecords } from './application/list-records.ts';
import { ListSessions } from './application/list-sessions.ts';
import { OpenSession } from './application/open-session.ts';
import {
  HarvestReader,
  ProductionTransactions,
  StaleSnapshots,
  SessionMaintenance,
} from './application/ports.ts';
import { ReportHarvest } from './application/report-harvest.ts';
import { UpdateSession } from './application/update-session.ts';
import { VoidRecord } from './application/void-record.ts';

const withTransactions = [GetSession, GetRecord, ListRecords, KeyUsage];
const withClock = [OpenSession, ListSessions, UpdateSession, CloseSession, ExtendSession];
const withStaleSnapshots = [AddRecords, VoidRecord];
const withReader = [ReportHarvest, FollowHarvest];
const useCases = [...withTransactions, ...withClock, ...withStaleSnapshots, ...withReader];

/** The wiring: use cases are plain classes and learn here what stands behind their ports. */
@Module({
  imports: [AccessModule],
  providers: [
    {
      provide: ProductionTransactions,
      inject: [Database],
      useFactory: (database: Database) =>
        new SqlProductionTransactions(database, {
          projects: (tx) => new AgronomyProjectRegistry(tx),
          workers: (tx) => new WorkforceWorkerRegistry(tx),
        }),
    },
    {
      provide: HarvestReader,
      inject: [Database, UserDirectory],
      useFactory: (database: Database, users: UserDirectory) =>
        new SqlHarvestReader(database, {
          projects: (tx) => new AgronomyProjectRegistry(tx),
          responsibles: (tx, userIds) => responsiblesFrom(users, tx, userIds),
        }),
    },
    {
      provide: QualityList,
      inject: [Database],
      useFactory: (database: Database) => new QualityList(database),
    },
    {
      provide: SessionMaintenance,
      inject: [Database],
      useFactory: (database: Database) => new SqlSessionMaintenance(database),
    },
    {
      provide: CloseLapsedSessions,
      inject: [SessionMaintenance, SharedClock],
      useFactory: (maintenance: SessionMaintenance, clock: SharedClock) =>
        new CloseLapsedSessions(maintenance, clock),
    },
    SessionMaintenanceJob,
    {
      provide: SessionGauges,
      inject: [Metrics, Database, Clock, SessionMaintenanceJob],
      useFactory: (metrics: Metrics, database: Database, clock: Clock, maintenance: SessionMaintenanceJob) =>
        new SessionGauges(metrics, database, clock, maintenance),
    },
    { provide: StaleSnapshots, useExisting: SessionMaintenanceJob },
    ...withTransactions.map((UseCase) => ({
      provide: UseCase,
      inject: [ProductionTransactions],
      useFactory: (transactions: ProductionTransactions) => new UseCase(transactions),
    })),
    ...withClock.map((UseCase) => ({
      provide: UseCase,
      inject: [ProductionTransactions, Clock],
      useFactory: (transactions: ProductionTransactions, clock: Clock) => new UseCase(transactions, clock),
    })),
    ...withStaleSnapshots.map((UseCase) => ({
      provide: UseCase,
      inject: [ProductionTransactions, Clock, StaleSnapshots],
      useFactory: (transactions: ProductionTransactions, clock: Clock, stale: StaleSnapshots) =>
        new UseCase(transactions, clock, stale),
    })),
    ...withReader.map((UseCase) => ({
      provide: UseCase,
      inject: [HarvestReader, Clock],
      useFactory: (reader: HarvestReader, clock: Clock) => new UseCase(reader, clock),
    })),
  ],
  exports: [...useCases, QualityList],
})
export class ProductionModule {}
