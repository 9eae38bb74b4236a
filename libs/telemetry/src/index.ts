export { describeTopics, MEANING_OF_CODE } from './adapters/mqtt/asyncapi.ts';
export { ITEM_SCHEMAS } from './adapters/mqtt/item-schemas.ts';
export {
  errorMessages,
  maySubscribe,
  type DeviceTopics,
  parseTopic,
  topicsOf,
} from './adapters/mqtt/topics.ts';
export { type FollowedReading, ReadingDirectory } from './adapters/typeorm/reading-directory.ts';
export { telemetryMigrations } from './adapters/typeorm/migrations/index.ts';
export { telemetryRows } from './adapters/typeorm/rows.ts';
export { CountDeviceErrors } from './application/devices/count-device-errors.ts';
export {
  type IngestReport,
  IngestTelemetry,
  type ItemProblem,
  type OnIngested,
  type TelemetryMessage,
} from './application/ingest-telemetry.ts';
export {
  type CommandKey,
  type CommandsWanted,
  type DeviceContext,
  type PendingCommand,
  PendingCommands,
  UnstorableReadings,
} from './application/ports.ts';
export { IngestUplink } from './application/lorawan/ingest-uplink.ts';
export { ListRejectedUplinks } from './application/lorawan/list-rejected-uplinks.ts';
export { ListDeviceActivity } from './application/devices/list-device-activity.ts';
export { ListDevices } from './application/devices/list-devices.ts';
export { ReadHeat } from './application/read-heat.ts';
export { type IndicatorAnswer, type IndicatorDay, ReadIndicator } from './application/read-indicator.ts';
export { ReadIrrigation } from './application/read-irrigation.ts';
export { ReadMeasuredDays } from './application/read-measured-days.ts';
export { ReadPlant } from './application/read-plant.ts';
export { ReadSoil } from './application/read-soil.ts';
export { ReadWeather } from './application/read-weather.ts';
export { COMMAND_WAITS, SendCommand } from './application/send-command.ts';
export { wireTelemetry } from './wiring.ts';
