import 'reflect-metadata';
import { listen } from '@furrow/http';
import { InvalidConfig, loadConfig, PublicAddress, startTracing } from '@furrow/platform';
import { createApi } from './api.ts';

try {
  const config = loadConfig();
  await startTracing(config.tracing, 'furrow-api');
  const app = await createApi(config);
  const { host, port } = await listen(app, config.api);

  const publicAddress = app.get(PublicAddress);
  publicAddress.listensAt(`http://${host}:${port}`);

  // Under a supervisor: tell it where we listen, and do not outlive it.
  process.send?.({ ready: true, port, url: publicAddress.url });
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
} catch (error) {
  process.exitCode = 1;
  if (error instanceof InvalidConfig) console.error(error.message);
  else {
    console.error(error);
    process.exit(); // whatever was opened by then
  }
}
