import { Clock, SharedClock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { Metrics } from '@furrow/observability';
import { wiredProviders } from '@furrow/database/module';
import { Logger, Module } from '@nestjs/common';
import { SessionGauges } from './adapters/metrics/session-gauges.ts';
import { PaidWorkSource } from './adapters/pay/paid-work-source.ts';
import { SessionMaintenanceJob } from './adapters/scheduler/session-maintenance-job.ts';
import { CorrectRecord } from './application/corrections/correct-record.ts';
import { CorrectSession } from './application/corrections/correct-session.ts';
import { CompareSeasons } from './application/harvest/compare-seasons.ts';
import { FollowHarvest } from './application/harvest/follow-harvest.ts';
import { ReportHarvest } from './application/harvest/report-harvest.ts';
import { ReportPace } from './application/harvest/report-pace.ts';
import { SessionMaintenance, StaleSnapshots } from './application/ports.ts';
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
import { CloseLapsedSessions } from './application/sessions/close-lapsed-sessions.ts';
import { CloseSession } from './application/sessions/close-session.ts';
import { ExtendSession } from './application/sessions/extend-session.ts';
import { GetSession } from './application/sessions/get-session.ts';
import { ListSessions } from './application/sessions/list-sessions.ts';
import { OpenSession } from './application/sessions/open-session.ts';
import { ReportSession } from './application/harvest/report-session.ts';
import { ShowToday } from './application/harvest/show-today.ts';
import { SumHarvest } from './application/harvest/sum-harvest.ts';
import { UpdateSession } from './application/sessions/update-session.ts';
import { wireProductionProcess } from './process-wiring.ts';
import { wireProduction } from './wiring.ts';

/** Without imports, which are the operator's. */
function wireUseCases(database: Database, clock: Clock, stale: StaleSnapshots, paid: PaidWorkSource) {
  const { importHarvest: _, ...useCases } = wireProduction(database, clock, stale, paid);
  return useCases;
}

const useCases = wiredProviders([Database, Clock, StaleSnapshots, PaidWorkSource], wireUseCases, {
  openSession: OpenSession,
  updateSession: UpdateSession,
  closeSession: CloseSession,
  extendSession: ExtendSession,
  correctSession: CorrectSession,
  getSession: GetSession,
  listSessions: ListSessions,
  showToday: ShowToday,
  reportSession: ReportSession,
  addRecords: AddRecords,
  voidRecord: VoidRecord,
  correctRecord: CorrectRecord,
  getRecord: GetRecord,
  listRecords: ListRecords,
  exportRecords: ExportRecords,
  exportRecordLines: ExportRecordLines,
  findPossibleRepeats: FindPossibleRepeats,
  keyUsage: KeyUsage,
  listContainers: ListContainers,
  listQualities: ListQualities,
  reportHarvest: ReportHarvest,
  reportPace: ReportPace,
  sumHarvest: SumHarvest,
  compareSeasons: CompareSeasons,
  followHarvest: FollowHarvest,
});

function wireBackground(database: Database, clock: SharedClock) {
  const logger = new Logger(SessionMaintenanceJob.name);
  return wireProductionProcess(database, clock, (message) => logger.warn(message));
}

const background = wiredProviders([Database, SharedClock], wireBackground, {
  sessionMaintenance: SessionMaintenance,
  closeLapsedSessions: CloseLapsedSessions,
});

@Module({
  providers: [
    ...useCases.providers,
    ...background.providers,
    SessionMaintenanceJob,
    { provide: StaleSnapshots, useExisting: SessionMaintenanceJob },
    {
      provide: SessionGauges,
      inject: [Metrics, Database, Clock, SessionMaintenanceJob],
      useFactory: (metrics: Metrics, database: Database, clock: Clock, maintenance: SessionMaintenanceJob) =>
        new SessionGauges(metrics, database, clock, maintenance),
    },
  ],
  exports: useCases.exports,
})
export class ProductionModule {}
