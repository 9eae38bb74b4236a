import 'reflect-metadata';
import { listen } from '@furrow/http';
import { InvalidConfig, loadConfig, startTracing } from '@furrow/platform';
import { createGateway } from './gateway.ts';
import { MQTT_PATH } from './mqtt/endpoint.ts';

try {
  const config = loadConfig();
  await startTracing(config.tracing, 'furrow-iot-gateway');
  const app = await createGateway(config);
  const { host, port } = await listen(app, config.iot);
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
