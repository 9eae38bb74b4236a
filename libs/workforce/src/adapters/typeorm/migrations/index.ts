import { WorkforceTables1763600000300 } from './1763600000300-workforce-tables.ts';
import { WorkerPhotosAndSearch1763600000301 } from './1763600000301-worker-photos-and-search.ts';
import { AuditedWorkers1763600000302 } from './1763600000302-audited-workers.ts';
import { Shifts1763600000303 } from './1763600000303-shifts.ts';
import { WorkersOnShards1763600000304 } from './1763600000304-workers-on-shards.ts';
import { ChangingWorkers1763600000305 } from './1763600000305-changing-workers.ts';
import { Badges1763600000306 } from './1763600000306-badges.ts';
import { WorkerGroups1763600000890 } from './1763600000890-worker-groups.ts';

export const workforceMigrations = [
  WorkforceTables1763600000300,
  WorkerPhotosAndSearch1763600000301,
  AuditedWorkers1763600000302,
  Shifts1763600000303,
  WorkersOnShards1763600000304,
  ChangingWorkers1763600000305,
  Badges1763600000306,
  WorkerGroups1763600000890,
];
