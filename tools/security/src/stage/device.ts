import { keepSecret } from '@furrow/testbed';
import mqtt, { type MqttClient } from 'mqtt';
import { asJson, dataOf } from '../client.ts';
import type { Farm } from './farm.ts';
import type { DeviceName } from './farm-file.ts';

const CONNECTED_WITHIN_MS = 60_000;

/** Exchanges a device's secret for a token. */
export async function iotTokenOf(farm: Farm, name: DeviceName): Promise<string> {
  const body = { deviceId: farm.deviceId(name), deviceSecret: farm.deviceSecret(name) };
  const answer = await farm.stage.clients.gateway.send(asJson('POST', '/api/iot/token', {}, body));
  return keepSecret(String(dataOf(answer, `A token for ${name}`)['token']));
}

/** A device over MQTT that does not reconnect. */
export async function connected(farm: Farm, name: DeviceName): Promise<MqttClient> {
  const headers = { 'x-iot-token': await iotTokenOf(farm, name) };
  const client = mqtt.connect(farm.stage.gateway.ready.mqttUrl, {
    ...{
      protocolVersion: 4,
      reconnectPeriod: 0,
      connectTimeout: CONNECTED_WITHIN_MS,
      wsOptions: { headers },
    },
  });
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('The connection was closed before CONNACK')));
  });
  client.on('error', () => undefined);
  return client;
}
