import { AgronomyTables1763600000200 } from './1763600000200-agronomy-tables.ts';
import { SectorTiles1763600000201 } from './1763600000201-sector-tiles.ts';
import { Observations1763600000202 } from './1763600000202-observations.ts';
import { PhytosanitaryFindings1763600000203 } from './1763600000203-phytosanitary-findings.ts';
import { ObservedRecordChanges1763600000204 } from './1763600000204-observed-record-changes.ts';
import { FindingsOfOlderPrograms1763600000205 } from './1763600000205-findings-of-older-programs.ts';
import { HarvestGuard1763600000207 } from './1763600000207-harvest-guard.ts';
import { Treatments1763600000206 } from './1763600000206-treatments.ts';
import { ObservationsOnShards1763600000208 } from './1763600000208-observations-on-shards.ts';
import { RepeatSeconds1763600000209 } from './1763600000209-repeat-seconds.ts';

export const agronomyMigrations = [
  AgronomyTables1763600000200,
  SectorTiles1763600000201,
  Observations1763600000202,
  PhytosanitaryFindings1763600000203,
  ObservedRecordChanges1763600000204,
  FindingsOfOlderPrograms1763600000205,
  Treatments1763600000206,
  HarvestGuard1763600000207,
  ObservationsOnShards1763600000208,
  RepeatSeconds1763600000209,
];
