import { topicsOf } from '@furrow/telemetry';
import { asJson, dataOf } from '../client.ts';
import { newMark } from '../stage/farm-file.ts';
import { keepSecret } from '@furrow/testbed';
import type { Stage } from '../stage/stage.ts';
import { headOf } from './exchange.ts';
import type { FloodingDevice } from './shapes/device-floods.ts';

const DEVICES = 40;

/** Many devices of a separate company, because one device may have few connections. */
export async function floodingDevices(stage: Stage): Promise<[FloodingDevice, ...FloodingDevice[]]> {
  const mark = newMark('many');
  const { devices } = await stage.operator.apply<{
    devices: Readonly<Record<string, { readonly deviceSecret: string }>>;
  }>({
    company: { key: mark, name: mark, timezone: 'Etc/UTC' },
    projects: [{ key: 'north', name: mark, timezone: 'Etc/UTC', sectors: [{ key: 's', name: mark }] }],
    devices: Array.from({ length: DEVICES }, (_, i) => ({
      deviceId: `${mark}-${i}`,
      project: 'north',
      sector: 's',
    })),
  });
  const flooding: FloodingDevice[] = [];
  for (const [deviceId, { deviceSecret }] of Object.entries(devices)) {
    const asked = asJson('POST', '/api/iot/token', {}, { deviceId, deviceSecret });
    const { token } = dataOf(await stage.clients.gateway.send(asked), `A token for ${deviceId}`);
    flooding.push(floodingDevice(deviceId, keepSecret(String(token))));
  }
  return flooding as [FloodingDevice, ...FloodingDevice[]];
}

export function floodingDevice(deviceId: string, token: string): FloodingDevice {
  const headers = Object.entries({
    ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'x-iot-token': token },
    ...{ 'sec-websocket-key': 'AAECAwQFBgcICQoLDA0ODw==', 'sec-websocket-protocol': 'mqtt' },
  });
  return { upgrade: headOf({ method: 'GET', path: '/mqtt', headers }), topics: topicsOf(deviceId) };
}
