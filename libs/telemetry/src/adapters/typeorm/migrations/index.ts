import type { MigrationClass } from '@furrow/database';
import { TelemetryTables1763600000600 } from './1763600000600-telemetry-tables.ts';
import { MonthlyPartitions1763600000601 } from './1763600000601-monthly-partitions.ts';
import { CommandExpiry1763600000602 } from './1763600000602-command-expiry.ts';
import { CommandExpiryDefault1763600000603 } from './1763600000603-command-expiry-default.ts';
import { YearsForThePast1763600000604 } from './1763600000604-years-for-the-past.ts';
import { RainRadiationAndWetness1763600000605 } from './1763600000605-rain-radiation-and-wetness.ts';
import { IrrigationOfDevices1763600000606 } from './1763600000606-irrigation-of-devices.ts';
import { DeviceErrors1763600000607 } from './1763600000607-device-errors.ts';
import { PressureGustAndDirection1763600000608 } from './1763600000608-pressure-gust-and-direction.ts';
import { Soil1763600000609 } from './1763600000609-soil.ts';
import { RejectedUplinks1763600000611 } from './1763600000611-rejected-uplinks.ts';

export const telemetryMigrations: MigrationClass[] = [
  TelemetryTables1763600000600,
  MonthlyPartitions1763600000601,
  CommandExpiry1763600000602,
  CommandExpiryDefault1763600000603,
  YearsForThePast1763600000604,
  RainRadiationAndWetness1763600000605,
  IrrigationOfDevices1763600000606,
  DeviceErrors1763600000607,
  PressureGustAndDirection1763600000608,
  Soil1763600000609,
  RejectedUplinks1763600000611,
];
