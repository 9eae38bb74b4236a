import { DeviceDirectory } from '@furrow/access';
import { Clock, SharedClock } from '@furrow/kernel';
import { Database, Metrics } from '@furrow/platform';
import { Module } from '@nestjs/common';
import { AgronomyFarmDirectory } from './adapters/agronomy/agronomy-farm-directory.ts';
import { namesOfLand } from './adapters/agronomy/agronomy-names.ts';
import { OutboxGauges } from './adapters/metrics/outbox-gauges.ts';
import { PartitionMaintenanceJob } from './adapters/scheduler/partition-maintenance-job.ts';
import { DeviceList } from './adapters/typeorm/device-list.ts';
import { SqlCommandOutbox, SqlPendingCommands } from './adapters/typeorm/sql-command-outbox.ts';
import { SqlPartitions } from './adapters/typeorm/sql-partitions.ts';
import { SqlSeriesReader } from './adapters/typeorm/sql-series-reader.ts';
import { IngestTelemetry } from './application/ingest-telemetry.ts';
import { CommandOutbox, Partitions, PendingCommands, SeriesReader } from './application/ports.ts';
import { ReadIrrigation } from './application/read-irrigation.ts';
import { ReadPlant } from './application/read-plant.ts';
import { ReadWeather } from './application/read-weather.ts';
import { SendCommand } from './application/send-command.ts';
import { ingestTelemetryOver } from './ingestion.ts';

const series = [ReadWeather, ReadPlant, ReadIrrigation];

/** The wiring: use cases are plain classes and learn here what stands behind their ports. */
@Module({
  providers: [
    {
      provide: Partitions,
      inject: [Database],
      useFactory: (database: Database) => new SqlPartitions(database),
    },
    {
      provide: CommandOutbox,
      inject: [Database],
      useFactory: (database: Database) => new SqlCommandOutbox(database),
    },
    {
      provide: PendingCommands,
      inject: [Database, SharedClock],
      useFactory: (database: Database, clock: SharedClock) => new SqlPendingCommands(database, clock),
    },
    {
      provide: SeriesReader,
      inject: [Database, Clock],
      useFactory: (database: Database, clock: Clock) =>
        new SqlSeriesReader(database, clock, (tx) => new AgronomyFarmDirectory(tx)),
    },
    {
      provide: IngestTelemetry,
      inject: [Database, Clock],
      useFactory: (database: Database, clock: Clock) => ingestTelemetryOver(database, clock),
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
    {
      provide: DeviceList,
      inject: [Database, Clock],
      useFactory: (database: Database, clock: Clock) =>
        new DeviceList(database, clock, {
          devices: (tx) => new DeviceDirectory().all(tx),
          names: namesOfLand,
        }),
    },
    PartitionMaintenanceJob,
    {
      provide: OutboxGauges,
      inject: [Metrics, Database],
      useFactory: (metrics: Metrics, database: Database) => new OutboxGauges(metrics, database),
    },
  ],
  exports: [DeviceList, IngestTelemetry, PendingCommands, SendCommand, ...series],
})
export class TelemetryModule {}
