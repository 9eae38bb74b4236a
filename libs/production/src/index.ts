export { productionMigrations } from './adapters/typeorm/migrations/index.ts';
export {
  applyQualitiesIn,
  listQualitiesIn,
  QualityList,
  type QualityListing,
} from './adapters/typeorm/sql-quality-register.ts';
export { type AddOutcome, AddRecords } from './application/add-records.ts';
export type { ApplyQualities, NamedQuality } from './application/apply-qualities.ts';
export { CloseSession } from './application/close-session.ts';
export { ExtendSession } from './application/extend-session.ts';
export { FollowHarvest } from './application/follow-harvest.ts';
export { GetRecord } from './application/get-record.ts';
export { GetSession } from './application/get-session.ts';
export type {
  ImportHarvest,
  ImportOutcome,
  ImportResult,
  PastHarvest,
} from './application/import-harvest.ts';
export { KeyUsage } from './application/key-usage.ts';
export { ListRecords } from './application/list-records.ts';
export { ListSessions } from './application/list-sessions.ts';
export { importHarvestOver } from './history.ts';
export { OpenSession, type OpenedSession, type OpenSessionInput } from './application/open-session.ts';
export { ReportHarvest } from './application/report-harvest.ts';
export { UpdateSession } from './application/update-session.ts';
export { VoidRecord } from './application/void-record.ts';
