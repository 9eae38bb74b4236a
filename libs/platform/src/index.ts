import { AuditTrail1763600000002 } from './audit/migrations/1763600000002-audit-trail.ts';
import { ChangeFeed1763600000001 } from './change-feed/migrations/1763600000001-change-feed.ts';
import { ReadReplica1763600000004 } from './change-feed/migrations/1763600000004-read-replica.ts';
import { EventLog1763600000003 } from './event-log/migrations/1763600000003-event-log.ts';
import { Nodes1763600000005 } from './event-log/migrations/1763600000005-nodes.ts';
import { MediaObjects1763600000000 } from './media/migrations/1763600000000-media-objects.ts';

export { type Acting, actingAs } from './audit/acting.ts';
export type { AttributedGroups } from './audit/attributed-groups.ts';
export { AuditTrail, type AuditEntry, type AuditQuestion } from './audit/audit-trail.ts';
export { type Audited, audited, auditedAs, unaudited } from './audit/audited.ts';
export { type BackgroundJob, BackgroundJobs, type Candidacy } from './background/background-jobs.ts';
export { BackOff } from './background/back-off.ts';
export { FaultIsolation } from './background/fault-isolation.ts';
export { LEADERS } from './background/leader-election.ts';
export { CursorExpired, CursorMismatch, isChangeCursor } from './change-feed/change-cursor.ts';
export { ChangeFeed, type FeedPage, type FeedRequest } from './change-feed/change-feed.ts';
export { changeLog, changeLogTrigger, changesNoted, changeTrigger } from './change-feed/change-log.ts';
export { FairSemaphore, type Release } from './concurrency/fair-semaphore.ts';
export { Config, InvalidConfig, loadConfig } from './config/config.ts';
export type { ConsoleClient } from './config/console.ts';
export { developmentIssuer, isTrialIssuer, type JwtIssuer } from './config/issuers.ts';
export { SharedSecret } from './config/shared-secret.ts';
export { distribute, type DistributionProgress, type DistributionReport } from './distribution/distribute.ts';
export { nodesOfCompanies } from './distribution/nodes-of-companies.ts';
export { byCompany, crossing, queryCrossing } from './distribution/of-one-company.ts';
export { NotDistributable } from './distribution/requirements.ts';
export { type DatabaseCheck, NotReady } from './database/connection/database-probe.ts';
export { DatabaseUnavailable, NodeUnavailable } from './database/database-unavailable.ts';
export { Database } from './database/database.ts';
export type { DatabaseQueues } from './database/connection/database-queues.ts';
export type { ReplicaState } from './database/read-replica.ts';
export type { TenantTransactions } from './database/reads.ts';
export { migrate, type MigrationClass } from './database/migrate.ts';
export { type Condition, PagedSelect } from './database/paged-select.ts';
export { sqlStateOf } from './database/sql-state.ts';
export { tenantTable } from './database/tenant-table.ts';
export { LONG_RUNNING, servingTimeouts } from './database/connection/timeouts.ts';
export { type PreparedStatement, Transaction } from './database/transaction.ts';
export {
  type EntryKey,
  EventLog,
  type LogEntry,
  type LoggedActs,
  type LogPage,
  type LogPosition,
} from './event-log/event-log.ts';
export { audioOf } from './media/content/audio.ts';
export { bytesOfDataUrl, isBase64 } from './media/content/data-url.ts';
export { MediaUnavailable } from './media/drive-media-store.ts';
export {
  MAX_MEDIA_BYTES,
  type MediaContent,
  MediaTooLarge,
  UnsupportedMedia,
} from './media/content/media-content.ts';
export { type MediaFile, MediaFiles } from './media/media-files.ts';
export { MediaStore } from './media/media-store.ts';
export { openBucket } from './media/open-bucket.ts';
export { withMedia } from './media/open-media.ts';
export { withStrays } from './media/open-strays.ts';
export { photoOf } from './media/content/photo.ts';
export { PublicAddress } from './media/public-address.ts';
export { SweepMedia, type SweptMedia } from './media/sweep-media.ts';
export { Metrics } from './observability/metrics.ts';
export { inRootSpan, startTracing } from './observability/tracing.ts';

export const platformMigrations = [
  MediaObjects1763600000000,
  ChangeFeed1763600000001,
  AuditTrail1763600000002,
  EventLog1763600000003,
  ReadReplica1763600000004,
  Nodes1763600000005,
];
