import type { MigrationClass } from '@furrow/database';
import { ProductionTables1763600000400 } from './1763600000400-production-tables.ts';
import { SessionChanges1763600000401 } from './1763600000401-session-changes.ts';
import { SweepIndex1763600000402 } from './1763600000402-sweep-index.ts';
import { AuditedHarvest1763600000403 } from './1763600000403-audited-harvest.ts';
import { ReadingBack1763600000404 } from './1763600000404-reading-back.ts';
import { Override1763600000405 } from './1763600000405-override.ts';
import { RecordsToldBySession1763600000406 } from './1763600000406-records-told-by-session.ts';
import { HarvestOnShards1763600000407 } from './1763600000407-harvest-on-shards.ts';
import { Corrections1763600000408 } from './1763600000408-corrections.ts';
import { BadgesAndRepeats1763600000409 } from './1763600000409-badges-and-repeats.ts';
import { Containers1763600000892 } from './1763600000892-containers.ts';
import { Prices1763600000920 } from './1763600000920-prices.ts';
import { SharedRecords1763600000930 } from './1763600000930-shared-records.ts';

export const productionMigrations: MigrationClass[] = [
  ProductionTables1763600000400,
  SessionChanges1763600000401,
  SweepIndex1763600000402,
  AuditedHarvest1763600000403,
  ReadingBack1763600000404,
  Override1763600000405,
  RecordsToldBySession1763600000406,
  HarvestOnShards1763600000407,
  Corrections1763600000408,
  BadgesAndRepeats1763600000409,
  Containers1763600000892,
  Prices1763600000920,
  SharedRecords1763600000930,
];
