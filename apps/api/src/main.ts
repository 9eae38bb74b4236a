import 'reflect-metadata';
import { listen } from '@furrow/http';
import { runHost } from '@furrow/http/host';
import type { Config } from '@furrow/config';
import { PublicAddress } from '@furrow/media';
import { createApi } from './api.ts';

const open = async (config: Config) => {
  const app = await createApi(config);
  const { host, port } = await listen(app, config.api);
  const publicAddress = app.get(PublicAddress);
  publicAddress.listensAt(`http://${host}:${port}`);
  return { app, listening: { port, url: publicAddress.url } };
};

await runHost({ name: 'furrow-api', entry: import.meta.url, open });
