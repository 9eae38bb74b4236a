import type { DeviceConnection } from '../../api/types.ts';

/** What a device reads from the QR code of its settings: see docs/devices.md. */
export interface SettingsOfDevice extends DeviceConnection {
  readonly deviceId: string;
  readonly deviceSecret: string;
}

/** The settings of one device, with its own topics. */
export function settingsOf(
  { deviceId, secret }: { readonly deviceId: string; readonly secret: string },
  { tokenUrl, mqttUrl, topics }: DeviceConnection,
): SettingsOfDevice {
  const own = (topic: string) => topic.replace('{deviceId}', () => deviceId);
  return {
    ...{ deviceId, deviceSecret: secret, tokenUrl, mqttUrl },
    topics: {
      telemetry: topics.telemetry.map(own),
      status: own(topics.status),
      errors: own(topics.errors),
      commands: own(topics.commands),
    },
  };
}
