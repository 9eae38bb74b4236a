import { AgronomyModule, ProjectDirectory } from '@furrow/agronomy';
import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/platform';
import { Module } from '@nestjs/common';
import { AgronomyLand } from './adapters/agronomy/agronomy-land.ts';
import { AgronomySectorRegistry } from './adapters/agronomy/agronomy-sector-registry.ts';
import { PartitionUpkeep } from './adapters/scheduler/partition-upkeep.ts';
import { SqlCommandOutbox, SqlPendingCommands } from './adapters/typeorm/sql-command-outbox.ts';
import { SqlPartitions } from './adapters/typeorm/sql-partitions.ts';
import { SqlReadingStore } from './adapters/typeorm/sql-reading-store.ts';
import { SqlSeriesReader } from './adapters/typeorm/sql-series-reader.ts';
import { GroupCommit } from './application/group-commit.ts';
import { IngestTelemetry } from './application/ingest-telemetry.ts';
import { KnownSectors } from './application/known-sectors.ts';
import {
  CommandOutbox,
  Partitions,
  PendingCommands,
  SectorRegistry,
  SeriesReader,
} from './application/ports.ts';
import { ReadIrrigation } from './application/read-irrigation.ts';
import { ReadPlant } from './application/read-plant.ts';
import { ReadWeather } from './application/read-weather.ts';
import { SendCommand } from './application/send-command.ts';

const series = [ReadWeather, ReadPlant, ReadIrrigation];

/** The wiring: use cases are plain classes and learn here what stands behind their ports. */
@Module({
  imports: [AgronomyModule],
  providers: [
    {
      provide: Partitions,
      inject: [Database],
      useFactory: (database: Database) => new SqlPartitions(database),
    },
    {
      provide: SectorRegistry,
      inject: [Database],
      useFactory: (database: Database) => new AgronomySectorRegistry(database),
    },
    {
      provide: CommandOutbox,
      inject: [Database],
      useFactory: (database: Database) => new SqlCommandOutbox(database),
    },
    {
      provide: PendingCommands,
      inject: [Database],
      useFactory: (database: Database) => new SqlPendingCommands(database),
    },
    {
      provide: SeriesReader,
      inject: [Database, ProjectDirectory, Clock],
      useFactory: (database: Database, projects: ProjectDirectory, clock: Clock) =>
        new SqlSeriesReader(database, clock, (tx) => new AgronomyLand(tx, projects)),
    },
    {
      provide: IngestTelemetry,
      inject: [Database, Partitions, SectorRegistry, Clock],
      useFactory: (database: Database, partitions: SqlPartitions, sectors: SectorRegistry, clock: Clock) =>
        new IngestTelemetry(
          new GroupCommit(new SqlReadingStore(database, partitions)),
          new KnownSectors(sectors, clock),
          clock,
        ),
    },
    {
      provide: SendCommand,
      inject: [CommandOutbox, Clock],
      useFactory: (outbox: CommandOutbox, clock: Clock) => new SendCommand(outbox, clock),
    },
    ...series.map((UseCase) => ({
      provide: UseCase,
      inject: [SeriesReader],
      useFactory: (reader: SeriesReader) => new UseCase(reader),
    })),
    PartitionUpkeep,
  ],
  exports: [IngestTelemetry, PendingCommands, SendCommand, ...series],
})
export class TelemetryModule {}
