import { Clock, SharedClock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { Metrics } from '@furrow/observability';
import { wiredProviders } from '@furrow/database/module';
import { Logger, Module } from '@nestjs/common';
import { OutboxGauges } from './adapters/metrics/outbox-gauges.ts';
import { MaintenanceJob } from './adapters/scheduler/maintenance-job.ts';
import { RejectedUplinks } from './application/lorawan/ports.ts';
import { DeviceErrorStore, Partitions, PendingCommands } from './application/ports.ts';
import { wireTelemetryProcess } from './process-wiring.ts';
import * as telemetry from './index.ts';
import { wireTelemetry } from './wiring.ts';

/** Into the log. */
function report(message: string): void {
  new Logger('telemetry').warn(message);
}

const withLog = (database: Database, clock: Clock) => wireTelemetry(database, clock, report);

const useCases = wiredProviders([Database, Clock], withLog, {
  ingestTelemetry: telemetry.IngestTelemetry,
  ingestUplink: telemetry.IngestUplink,
  listRejectedUplinks: telemetry.ListRejectedUplinks,
  sendCommand: telemetry.SendCommand,
  readWeather: telemetry.ReadWeather,
  readHeat: telemetry.ReadHeat,
  readPlant: telemetry.ReadPlant,
  readSoil: telemetry.ReadSoil,
  readIrrigation: telemetry.ReadIrrigation,
  readIndicator: telemetry.ReadIndicator,
  readMeasuredDays: telemetry.ReadMeasuredDays,
  listDevices: telemetry.ListDevices,
  listDeviceActivity: telemetry.ListDeviceActivity,
  countDeviceErrors: telemetry.CountDeviceErrors,
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
