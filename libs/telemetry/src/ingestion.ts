import type { Clock } from '@furrow/kernel';
import type { Database } from '@furrow/platform';
import { AgronomySectorRegistry } from './adapters/agronomy/agronomy-sector-registry.ts';
import { BatchingReadingStore, type BatchLimits } from './adapters/typeorm/batching-reading-store.ts';
import { SqlPartitions } from './adapters/typeorm/sql-partitions.ts';
import { SqlReadingStore } from './adapters/typeorm/sql-reading-store.ts';
import { IngestTelemetry } from './application/ingest-telemetry.ts';
import { KnownSectors } from './application/known-sectors.ts';

/** Ingest, wired without Nest. One a process: what comes at once goes out in one transaction. */
export function ingestTelemetryOver(
  database: Database,
  clock: Clock,
  limits: Partial<BatchLimits> = {},
): IngestTelemetry {
  const store = new SqlReadingStore(database, new SqlPartitions(database));
  const sectors = new KnownSectors(new AgronomySectorRegistry(database), clock);
  return new IngestTelemetry(new BatchingReadingStore(store, limits), sectors, clock);
}
