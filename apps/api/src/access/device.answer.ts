import { DEVICE_STATUSES } from '@furrow/access/domain';
import { type ListDeviceActivity, MEANING_OF_CODE, topicsOf } from '@furrow/telemetry';
import * as s from '../openapi/schema.ts';

const deviceId = s.about(
  s.text,
  'The name on its label and in its topics, unique in the installation',
  'ws-01',
);

const device = s.named('Device', 'A station, probe or valve that sends readings.', {
  deviceId,
  projectId: s.about(s.idOf('project'), 'The project to which it is assigned'),
  project_name: s.about(s.orNull(s.text), 'The project’s name', 'North Block'),
  sectorId: s.about(s.orNull(s.idOf('sector')), 'The sector; null for the whole project'),
  sector_name: s.about(s.orNull(s.text), 'The sector’s name', 'N1'),
  status: s.about(
    s.oneOf(...DEVICE_STATUSES),
    '`inactive`: paused, and keeps its secret; `revoked`: returns only with a new secret',
  ),
  latitude: s.about(s.orNull(s.within(s.number, { minimum: -90, maximum: 90 })), 'Degrees north', -36.5),
  longitude: s.about(s.orNull(s.within(s.number, { minimum: -180, maximum: 180 })), 'Degrees east', -71.6),
  altitude: s.about(s.orNull(s.number), 'Metres above the sea', 240),
  windHeight: s.about(s.number, 'Height of its anemometer above the ground, m', 2),
  devEui: s.about(
    s.orNull(s.text),
    'Of a LoRaWAN device: its network server sends what it measures, so it needs no secret',
    null,
  ),
  createdAt: s.about(s.dateTime, 'When it was first registered'),
  lastSeenAt: s.about(
    s.orNull(s.dateTime),
    'The instant of its latest reading by the device’s clock, never later than the server’s; null if it has sent none',
    '2026-01-31T11:04:58.000Z',
  ),
});

const deviceError = s.named('DeviceError', 'A rejected item of a device.', {
  code: s.about(s.oneOf(...Object.keys(MEANING_OF_CODE)), 'As reported on its topic `errors`', 'conflict'),
  at: s.about(s.dateTime, 'When it was rejected'),
});

export const DEVICES = s.success(s.listOf(device));

/** In the place of a device’s name in its topics. */
const DEVICE_ID = '{deviceId}';
const { telemetry, status, errors, commands } = topicsOf(DEVICE_ID);
const topic = (what: string, example: string) =>
  s.about(s.text, `${what}; \`${DEVICE_ID}\` is the device`, example);

const connection = s.named('DeviceConnection', 'How devices connect; the secret is each device’s own.', {
  tokenUrl: s.about(s.text, 'Where a device gets its token', 'https://furrow.example/api/iot/token'),
  mqttUrl: s.about(s.text, 'MQTT 3.1.1 over a WebSocket, with the token', 'wss://furrow.example/mqtt'),
  topics: s.about(
    s.object({
      telemetry: s.about(s.listOf(s.text), 'For readings, by kind', [telemetry.weather]),
      status: topic('For its status and its will', status),
      errors: topic('Tells rejected items', errors),
      commands: topic('The filter of its commands', commands),
    }),
    'Of MQTT',
  ),
});
export const DEVICES_OF_FARM = s.success(s.listOf(device), { meta: s.object({ connection }) });

/** @param gateway its address for devices */
export const connectionAnswer = (gateway: string): s.Value<typeof connection> => ({
  tokenUrl: `${gateway}/api/iot/token`,
  mqttUrl: `${gateway.replace(/^http/, 'ws')}/mqtt`,
  topics: { telemetry: Object.values(telemetry), status, errors, commands },
});
const activity = s.named('DeviceActivity', 'How much a device sent lately.', {
  deviceId,
  readings: s.about(s.listOf(s.count), 'Readings and events of each hour, the oldest first', [6, 6, 5]),
  errors: s.about(
    s.listOf(s.count),
    'Items rejected in each of these hours, as reported on its topic `errors`; 10 seconds late at most',
    [0, 2, 0],
  ),
  usualInterval: s.about(
    s.orNull(s.count),
    'Median seconds between its latest 20 readings; null with fewer than two, and for a device that sends only irrigation',
    600,
  ),
  silent: s.about(
    s.flag,
    'Whether it has stopped: an active device that has sent nothing for an hour, and for three times `usualInterval`',
    false,
  ),
  lastError: s.about(s.orNull(deviceError), 'The last of these errors; null if there were none'),
});
export const DEVICE_ACTIVITY = s.success(s.listOf(activity), {
  meta: s.object({ from: s.about(s.dateTime, 'When the first of the hours begins') }),
});
type ActiveDevice = Awaited<ReturnType<ListDeviceActivity['execute']>>['devices'][number];

export const activityAnswer = ({ lastError, ...device }: ActiveDevice): s.Value<typeof activity> => ({
  ...device,
  lastError: lastError && { code: lastError.code, at: lastError.at.toISOString() },
});
export const DEVICE_ROTATED = s.success(
  s.named('DeviceSecret', 'A device’s secret, with which it gets tokens.', {
    deviceId,
    deviceSecret: s.about(s.text, 'Shown only now', 's3cr3t-of-ws-01'),
  }),
);
export const DEVICE_REVOKED = s.success(
  s.named('RevokedDevice', 'A revoked device.', {
    deviceId,
    status: s.about(s.oneOf('revoked'), 'Its status from now on'),
  }),
);
