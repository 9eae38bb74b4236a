import type { MigrationClass } from '@furrow/database';
import { FormsTables1763600000500 } from './1763600000500-forms-tables.ts';
import { RecordMediaObjects1763600000501 } from './1763600000501-record-media-objects.ts';
import { AuditedRecords1763600000502 } from './1763600000502-audited-records.ts';
import { RecordChanges1763600000503 } from './1763600000503-record-changes.ts';
import { RecordsOnShards1763600000504 } from './1763600000504-records-on-shards.ts';
import { RecordsOfGroups1763600000505 } from './1763600000505-records-of-groups.ts';

export const formsMigrations: MigrationClass[] = [
  FormsTables1763600000500,
  RecordMediaObjects1763600000501,
  AuditedRecords1763600000502,
  RecordChanges1763600000503,
  RecordsOnShards1763600000504,
  RecordsOfGroups1763600000505,
];
