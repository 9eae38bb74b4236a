import { Clock, SharedClock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { Metrics } from '@furrow/observability';
import { wiredProviders } from '@furrow/database/module';
import { Logger, Module } from '@nestjs/common';
import { OutboxGauges } from './adapters/metrics/outbox-gauges.ts';
import { MaintenanceJob } from './adapters/scheduler/maintenance-job.ts';
import { CountDeviceErrors } from './application/count-device-errors.ts';
import { IngestTelemetry } from './application/ingest-telemetry.ts';
import { IngestUplink } from './application/lorawan/ingest-uplink.ts';
import { ListRejectedUplinks } from './application/lorawan/list-rejected-uplinks.ts';
import { ListDeviceActivity } from './application/list-device-activity.ts';
import { ListDevices } from './application/list-devices.ts';
import { RejectedUplinks } from './application/lorawan/ports.ts';
import { DeviceErrorStore, Partitions, PendingCommands } from './application/ports.ts';
import { ReadHeat } from './application/read-heat.ts';
import { ReadIndicator } from './application/read-indicator.ts';
import { ReadIrrigation } from './application/read-irrigation.ts';
import { ReadPlant } from './application/read-plant.ts';
import { ReadSoil } from './application/read-soil.ts';
import { ReadWeather } from './application/read-weather.ts';
import { SendCommand } from './application/send-command.ts';
import { wireTelemetryProcess } from './process-wiring.ts';
import { wireTelemetry } from './wiring.ts';

/** Into the log. */
function report(message: string): void {
  new Logger('telemetry').warn(message);
}

const withLog = (database: Database, clock: Clock) => wireTelemetry(database, clock, report);

const useCases = wiredProviders([Database, Clock], withLog, {
  ingestTelemetry: IngestTelemetry,
  ingestUplink: IngestUplink,
  listRejectedUplinks: ListRejectedUplinks,
  sendCommand: SendCommand,
  readWeather: ReadWeather,
  readHeat: ReadHeat,
  readPlant: ReadPlant,
  readSoil: ReadSoil,
  readIrrigation: ReadIrrigation,
  readIndicator: ReadIndicator,
  listDevices: ListDevices,
  listDeviceActivity: ListDeviceActivity,
  countDeviceErrors: CountDeviceErrors,
});

const processWithLog = (database: Database, clock: SharedClock) =>
  wireTelemetryProcess(database, clock, report);

const ofProcess = wiredProviders([Database, SharedClock], processWithLog, {
  pendingCommands: PendingCommands,
  partitions: Partitions,
  deviceErrors: DeviceErrorStore,
  rejectedUplinks: RejectedUplinks,
});

@Module({
  providers: [
    ...useCases.providers,
    ...ofProcess.providers,
    MaintenanceJob,
    {
      provide: OutboxGauges,
      inject: [Metrics, Database],
      useFactory: (metrics: Metrics, database: Database) => new OutboxGauges(metrics, database),
    },
  ],
  exports: [...useCases.exports, ...ofProcess.exports],
})
export class TelemetryModule {}
