import 'reflect-metadata';
import { listen, runHost } from '@furrow/http';
import { createGateway } from './gateway.ts';
import { MQTT_PATH } from './mqtt/endpoint.ts';

await runHost('furrow-iot-gateway', async (config) => {
  const app = await createGateway(config);
  const { host, port } = await listen(app, config.iot);
  const url = config.iot.publicUrl ?? `http://${host}:${port}`;
  return { port, url, mqttUrl: url.replace(/^http/, 'ws') + MQTT_PATH };
});
