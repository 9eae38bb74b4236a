import { DEVICE_STATUSES } from '@furrow/access/domain';
import { type ListDeviceActivity, MEANING_OF_CODE, topicsOf } from '@furrow/telemetry';
import {
  about,
  count,
  dateTime,
  idOf,
  listOf,
  named,
  number,
  object,
  oneOf,
  orNull,
  success,
  text,
  type Value,
  within,
} from '../openapi/schema.ts';

const deviceId = about(text, 'The name on its label and in its topics, unique in the installation', 'ws-01');

const device = named('Device', 'A station, probe or valve that sends readings.', {
  deviceId,
  projectId: about(idOf('project'), 'The project to which it is assigned'),
  project_name: about(orNull(text), 'The project’s name', 'North Block'),
  sectorId: about(orNull(idOf('sector')), 'The sector; null for the whole project'),
  sector_name: about(orNull(text), 'The sector’s name', 'N1'),
  status: about(
    oneOf(...DEVICE_STATUSES),
    '`inactive`: paused, and keeps its secret; `revoked`: returns only with a new secret',
  ),
  latitude: about(orNull(within(number, { minimum: -90, maximum: 90 })), 'Degrees north', -36.5),
  longitude: about(orNull(within(number, { minimum: -180, maximum: 180 })), 'Degrees east', -71.6),
  altitude: about(orNull(number), 'Metres above the sea', 240),
  windHeight: about(number, 'Height of its anemometer above the ground, m', 2),
  devEui: about(
    orNull(text),
    'Of a LoRaWAN device: its network server sends what it measures, so it needs no secret',
    null,
  ),
  createdAt: about(dateTime, 'When it was first registered'),
  lastSeenAt: about(
    orNull(dateTime),
    'The instant of its latest reading by the device’s clock, never later than the server’s; null if it has sent none',
    '2026-01-31T11:04:58.000Z',
  ),
});

const deviceError = named('DeviceError', 'A rejected item of a device.', {
  code: about(oneOf(...Object.keys(MEANING_OF_CODE)), 'As reported on its topic `errors`', 'conflict'),
  at: about(dateTime, 'When it was rejected'),
});

export const DEVICES = success(listOf(device));

/** In the place of a device’s name in its topics. */
const DEVICE_ID = '{deviceId}';
const { telemetry, status, errors, commands } = topicsOf(DEVICE_ID);
const topic = (what: string, example: string) =>
  about(text, `${what}; \`${DEVICE_ID}\` is the device`, example);

const connection = named('DeviceConnection', 'How devices connect; the secret is each device’s own.', {
  tokenUrl: about(text, 'Where a device gets its token', 'https://furrow.example/api/iot/token'),
  mqttUrl: about(text, 'MQTT 3.1.1 over a WebSocket, with the token', 'wss://furrow.example/mqtt'),
  topics: about(
    object({
      telemetry: about(listOf(text), 'For readings, by kind', [telemetry.weather]),
      status: topic('For its status and its will', status),
      errors: topic('Tells rejected items', errors),
      commands: topic('The filter of its commands', commands),
    }),
    'Of MQTT',
  ),
});
export const DEVICES_OF_FARM = success(listOf(device), { meta: object({ connection }) });

/** @param gateway its address for devices */
export const connectionAnswer = (gateway: string): Value<typeof connection> => ({
  tokenUrl: `${gateway}/api/iot/token`,
  mqttUrl: `${gateway.replace(/^http/, 'ws')}/mqtt`,
  topics: { telemetry: Object.values(telemetry), status, errors, commands },
});
const activity = named('DeviceActivity', 'How much a device sent lately.', {
  deviceId,
  readings: about(listOf(count), 'Readings and events of each hour, the oldest first', [6, 6, 5]),
  errors: about(
    listOf(count),
    'Items rejected in each of these hours, as reported on its topic `errors`; 10 seconds late at most',
    [0, 2, 0],
  ),
  usualInterval: about(
    orNull(count),
    'Median seconds between its latest 20 readings; null with fewer than two, and for a device that sends only irrigation',
    600,
  ),
  lastError: about(orNull(deviceError), 'The last of these errors; null if there were none'),
});
export const DEVICE_ACTIVITY = success(listOf(activity), {
  meta: object({ from: about(dateTime, 'When the first of the hours begins') }),
});
type ActiveDevice = Awaited<ReturnType<ListDeviceActivity['execute']>>['devices'][number];

export const activityAnswer = ({ lastError, ...device }: ActiveDevice): Value<typeof activity> => ({
  ...device,
  lastError: lastError && { code: lastError.code, at: lastError.at.toISOString() },
});
export const DEVICE_ROTATED = success(
  named('DeviceSecret', 'A device’s secret, with which it gets tokens.', {
    deviceId,
    deviceSecret: about(text, 'Shown only now', 's3cr3t-of-ws-01'),
  }),
);
export const DEVICE_REVOKED = success(
  named('RevokedDevice', 'A revoked device.', {
    deviceId,
    status: about(oneOf('revoked'), 'Its status from now on'),
  }),
);
