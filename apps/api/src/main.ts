import 'reflect-metadata';
import { listen, runHost } from '@furrow/http';
import { PublicAddress } from '@furrow/platform';
import { createApi } from './api.ts';

await runHost('furrow-api', async (config) => {
  const app = await createApi(config);
  const { host, port } = await listen(app, config.api);
  const publicAddress = app.get(PublicAddress);
  publicAddress.listensAt(`http://${host}:${port}`);
  return { port, url: publicAddress.url };
});
