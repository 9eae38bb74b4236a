import { AuditTrail1763600000002 } from './audit/migrations/1763600000002-audit-trail.ts';
import { ChangeFeed1763600000001 } from './change-feed/migrations/1763600000001-change-feed.ts';
import { ReadReplica1763600000004 } from './change-feed/migrations/1763600000004-read-replica.ts';
import { EventLog1763600000003 } from './event-log/migrations/1763600000003-event-log.ts';
import { Nodes1763600000005 } from './event-log/migrations/1763600000005-nodes.ts';

export { AuditTrail, type AuditEntry } from './audit/audit-trail.ts';
export { type Audited, audited, auditedAs } from './audit/audited.ts';
export { isChangeCursor } from './change-feed/change-cursor.ts';
export { ChangeFeed, type FeedPage, type FeedRequest } from './change-feed/change-feed.ts';
export { changeLog, changeLogTrigger, changesNoted, changeTrigger } from './change-feed/change-log.ts';
export { EventLog, type LogEntry } from './event-log/event-log.ts';

export const journalMigrations = [
  ChangeFeed1763600000001,
  AuditTrail1763600000002,
  EventLog1763600000003,
  ReadReplica1763600000004,
  Nodes1763600000005,
];
