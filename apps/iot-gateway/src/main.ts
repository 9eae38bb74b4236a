import 'reflect-metadata';
import { listen } from '@furrow/http';
import { runHost } from '@furrow/http/host';
import type { Config } from '@furrow/config';
import { createGateway } from './gateway.ts';
import { MQTT_PATH } from './mqtt/endpoint.ts';

const open = async (config: Config) => {
  const app = await createGateway(config);
  const { host, port } = await listen(app, config.iot);
  const url = config.iot.publicUrl ?? `http://${host}:${port}`;
  return { app, listening: { port, url, mqttUrl: url.replace(/^http/, 'ws') + MQTT_PATH } };
};

await runHost({ name: 'furrow-iot-gateway', entry: import.meta.url, open });
