import { Clock, SharedClock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { Metrics } from '@furrow/observability';
import { wiredProviders } from '@furrow/database/module';
import { Logger, Module } from '@nestjs/common';
import { SessionGauges } from './adapters/metrics/session-gauges.ts';
import { PaidWorkSource } from './adapters/pay/paid-work-source.ts';
import { SessionMaintenanceJob } from './adapters/scheduler/session-maintenance-job.ts';
import { SessionMaintenance, StaleSnapshots } from './application/ports.ts';
import { CloseLapsedSessions } from './application/sessions/close-lapsed-sessions.ts';
import { wireProductionProcess } from './process-wiring.ts';
import * as production from './index.ts';
import { wireProduction } from './wiring.ts';

/** Without imports, which are the operator's. */
function wireUseCases(database: Database, clock: Clock, stale: StaleSnapshots, paid: PaidWorkSource) {
  const { importHarvest: _, ...useCases } = wireProduction(database, clock, stale, paid);
  return useCases;
}

const useCases = wiredProviders([Database, Clock, StaleSnapshots, PaidWorkSource], wireUseCases, {
  openSession: production.OpenSession,
  updateSession: production.UpdateSession,
  closeSession: production.CloseSession,
  extendSession: production.ExtendSession,
  correctSession: production.CorrectSession,
  getSession: production.GetSession,
  listSessions: production.ListSessions,
  showToday: production.ShowToday,
  reportSession: production.ReportSession,
  addRecords: production.AddRecords,
  voidRecord: production.VoidRecord,
  correctRecord: production.CorrectRecord,
  getRecord: production.GetRecord,
  listRecords: production.ListRecords,
  exportRecords: production.ExportRecords,
  exportRecordLines: production.ExportRecordLines,
  findPossibleRepeats: production.FindPossibleRepeats,
  keyUsage: production.KeyUsage,
  listContainers: production.ListContainers,
  listQualities: production.ListQualities,
  reportHarvest: production.ReportHarvest,
  reportPace: production.ReportPace,
  sumHarvest: production.SumHarvest,
  compareSeasons: production.CompareSeasons,
  followHarvest: production.FollowHarvest,
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
