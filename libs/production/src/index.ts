export type { ContainerDeclaration } from './domain/index.ts';
export { productionMigrations } from './adapters/typeorm/migrations/index.ts';
export { productionRows } from './adapters/typeorm/rows.ts';
export { PaidWorkSource } from './adapters/pay/paid-work-source.ts';
export {
  type ExportedHarvest,
  ExportedHarvestDirectory,
} from './adapters/typeorm/queries/exported-harvest-directory.ts';
export { QualityDirectory } from './adapters/typeorm/queries/quality-directory.ts';
export { SessionDirectory } from './adapters/typeorm/queries/session-directory.ts';
export { WorkDirectory } from './adapters/typeorm/queries/work-directory.ts';
export { CorrectRecord } from './application/corrections/correct-record.ts';
export { CorrectSession } from './application/corrections/correct-session.ts';
export { FollowHarvest } from './application/harvest/follow-harvest.ts';
export type { ImportHarvest, PastHarvest } from './application/harvest/import-harvest.ts';
export type { ShownSession } from './application/sessions/shown-session.ts';
export { ReportHarvest } from './application/harvest/report-harvest.ts';
export { ReportPace } from './application/harvest/report-pace.ts';
export { ListContainers } from './application/qualities/list-containers.ts';
export { ListQualities } from './application/qualities/list-qualities.ts';
export { AddRecords } from './application/records/add-records.ts';
export { ExportRecordLines } from './application/records/export-record-lines.ts';
export { ExportRecords } from './application/records/export-records.ts';
export { GetRecord } from './application/records/get-record.ts';
export { FindPossibleRepeats } from './application/records/find-possible-repeats.ts';
export { KeyUsage } from './application/records/key-usage.ts';
export { ListRecords } from './application/records/list-records.ts';
export { VoidRecord } from './application/records/void-record.ts';
export { CloseSession } from './application/sessions/close-session.ts';
export { ExtendSession } from './application/sessions/extend-session.ts';
export { GetSession } from './application/sessions/get-session.ts';
export { ListSessions } from './application/sessions/list-sessions.ts';
export { OpenSession, type OpenSessionInput } from './application/sessions/open-session.ts';
export { ReportSession } from './application/harvest/report-session.ts';
export { CompareSeasons } from './application/harvest/compare-seasons.ts';
export { SumHarvest } from './application/harvest/sum-harvest.ts';
export { ShowToday } from './application/harvest/show-today.ts';
export { UpdateSession } from './application/sessions/update-session.ts';
export { wireProduction, wireProductionIn } from './wiring.ts';
