import 'reflect-metadata';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvalidConfig, loadConfig, startTracing } from '@furrow/platform';
import { createGateway } from './gateway.ts';
import { MQTT_PATH } from './mqtt/endpoint.ts';

/** A fleet that lost its gateway comes back all at once; whom the system has no place for, it turns away. */
const BACKLOG = 4_096;

try {
  const config = loadConfig();
  await startTracing(config.tracing, 'furrow-iot-gateway');
  const app = await createGateway(config);
  await app.init();
  const server: Server = app.getHttpServer();
  const { port: wanted, host: on } = config.iot;
  await once(server.listen({ port: wanted, host: on, backlog: BACKLOG }), 'listening');
  const { address, port, family } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  const url = config.iot.publicUrl ?? `http://${host}:${port}`;

  // Under a supervisor: tell it where we listen, and do not outlive it.
  process.send?.({ ready: true, port, url, mqttUrl: url.replace(/^http/, 'ws') + MQTT_PATH });
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
} catch (error) {
  process.exitCode = 1;
  if (error instanceof InvalidConfig) console.error(error.message);
  else {
    console.error(error);
    process.exit(); // whatever was opened by then
  }
}
