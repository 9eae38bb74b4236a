import type { Clock } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import { devicesIn } from './adapters/access/access-devices.ts';
import { AccessLorawanDevices } from './adapters/access/access-lorawan-devices.ts';
import { AgronomyFarmDirectory } from './adapters/agronomy/agronomy-farm-directory.ts';
import { farmNames } from './adapters/agronomy/agronomy-names.ts';
import { AgronomySectorRegistry } from './adapters/agronomy/agronomy-sector-registry.ts';
import { BatchingReadingStore } from './adapters/typeorm/batching-reading-store.ts';
import { TypeormPartitions } from './adapters/typeorm/typeorm-partitions.ts';
import { ReadingStoreByNode } from './adapters/typeorm/reading-store-by-node.ts';
import { TypeormReadingStore } from './adapters/typeorm/typeorm-reading-store.ts';
import { TypeormCommandOutbox } from './adapters/typeorm/commands/typeorm-command-outbox.ts';
import { TypeormRejectedUplinks } from './adapters/typeorm/errors/typeorm-rejected-uplinks.ts';
import { TypeormDeviceErrorStore } from './adapters/typeorm/errors/typeorm-device-error-store.ts';
import { TypeormDeviceActivityQuery } from './adapters/typeorm/queries/typeorm-device-activity-query.ts';
import { TypeormDeviceQuery } from './adapters/typeorm/queries/typeorm-device-query.ts';
import { TypeormHourlyWeatherQuery } from './adapters/typeorm/queries/typeorm-hourly-weather-query.ts';
import { TypeormSeriesQuery } from './adapters/typeorm/queries/typeorm-series-query.ts';
import { CountDeviceErrors } from './application/devices/count-device-errors.ts';
import { IngestTelemetry } from './application/ingest-telemetry.ts';
import { IngestUplink } from './application/lorawan/ingest-uplink.ts';
import { KnownLorawanDevices } from './application/lorawan/known-lorawan-devices.ts';
import { ListRejectedUplinks } from './application/lorawan/list-rejected-uplinks.ts';
import { KnownSectors } from './application/known-sectors.ts';
import { ListDeviceActivity } from './application/devices/list-device-activity.ts';
import { ListDevices } from './application/devices/list-devices.ts';
import { ReadHeat } from './application/read-heat.ts';
import { ReadIndicator } from './application/read-indicator.ts';
import { ReadIrrigation } from './application/read-irrigation.ts';
import { ReadMeasuredDays } from './application/read-measured-days.ts';
import { ReadPlant } from './application/read-plant.ts';
import { ReadSoil } from './application/read-soil.ts';
import { ReadWeather } from './application/read-weather.ts';
import { SendCommand } from './application/send-command.ts';

/**
 * The context's use cases, wired without NestJS. One instance per process, because ingest shares transactions among
 * requests.
 * @param report writes into the log what fails for ever
 */
export function wireTelemetry(
  database: Database,
  clock: Clock,
  report: (message: string) => void = () => undefined,
) {
  const series = new TypeormSeriesQuery(database, clock, (tx) => new AgronomyFarmDirectory(tx));
  const devices = new TypeormDeviceQuery(database, clock, { devices: devicesIn, names: farmNames });
  const errors = new TypeormDeviceErrorStore(database, { report });
  const hourly = new TypeormHourlyWeatherQuery(database, {
    farm: (tx) => new AgronomyFarmDirectory(tx),
    devices: devicesIn,
  });
  const ingestTelemetry = ingestOn(database, clock);
  const lorawan = new KnownLorawanDevices(new AccessLorawanDevices(database), clock);
  const rejected = new TypeormRejectedUplinks(database);
  return {
    ingestTelemetry,
    ingestUplink: new IngestUplink(ingestTelemetry, lorawan, rejected, clock),
    listRejectedUplinks: new ListRejectedUplinks(rejected),
    sendCommand: new SendCommand(new TypeormCommandOutbox(database), clock),
    readWeather: new ReadWeather(series),
    readHeat: new ReadHeat(series),
    readPlant: new ReadPlant(series),
    readSoil: new ReadSoil(series),
    readIrrigation: new ReadIrrigation(series),
    readIndicator: new ReadIndicator(hourly),
    readMeasuredDays: new ReadMeasuredDays(series),
    listDevices: new ListDevices(devices),
    listDeviceActivity: new ListDeviceActivity(
      devices,
      new TypeormDeviceActivityQuery(database),
      errors,
      clock,
    ),
    countDeviceErrors: new CountDeviceErrors(errors, clock),
  };
}

function ingestOn(database: Database, clock: Clock): IngestTelemetry {
  const store = new TypeormReadingStore(database, new TypeormPartitions(database));
  const sectors = new KnownSectors(new AgronomySectorRegistry(database), clock);
  const batching = () => new BatchingReadingStore(store);
  const stores = database.isDistributed ? new ReadingStoreByNode(database, batching) : batching();
  return new IngestTelemetry(stores, sectors, clock);
}
