import type { Config } from '@furrow/config';
import type { ServerObject } from '@nestjs/swagger';
import { gatewayUrl } from '../http/gateway-url.ts';

export type Servers = Readonly<Record<'api' | 'gateway', ServerObject>>;

/** @param api a path of the same host, so that the reference works under any name of the host */
function servers(api: string, gateway: string): Servers {
  return {
    api: { url: api, description: 'The API' },
    gateway: { url: gateway, description: 'The IoT gateway' },
  };
}

/** The addresses of `npm start`. */
export const SERVERS_AT_HOME = servers('/', 'http://127.0.0.1:3001');

export function serversOf(config: Config): Servers {
  const { api } = config;
  const path = api.publicUrl === undefined ? '/' : new URL(api.publicUrl).pathname;
  return servers(path, gatewayUrl(config));
}
