import 'reflect-metadata';
import { InvalidConfig, loadConfig } from '@furrow/platform';
import { createGateway } from './gateway.ts';
import { MQTT_PATH } from './mqtt/endpoint.ts';

try {
  const config = loadConfig();
  const app = await createGateway(config);
  const server = await app.listen(config.iot.port, config.iot.host);
  const { address, port, family } = server.address() as { address: string; port: number; family: string };
  const host = family === 'IPv6' ? `[${address}]` : address;
  const url = config.iot.publicUrl ?? `http://${host}:${port}`;

  // Under a supervisor: tell it where we listen, and do not outlive it.
  process.send?.({ ready: true, port, url, mqttUrl: url.replace(/^http/, 'ws') + MQTT_PATH });
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
} catch (error) {
  console.error(error instanceof InvalidConfig ? error.message : error);
  process.exit(1);
}
