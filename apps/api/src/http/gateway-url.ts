import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@furrow/config';

/** The address of the IoT gateway, for devices. */
export function gatewayUrl({ home, iot }: Config): string {
  return (
    iot.publicUrl ?? (iot.port === 0 ? startedGateway(home) : undefined) ?? `http://${iot.host}:${iot.port}`
  );
}

/** Where it listens if the system chose its port: `npm start` has written it down. */
function startedGateway(home: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(home, 'ready.json'), 'utf8')) as { readonly iotUrl?: string })
      .iotUrl;
  } catch {
    return undefined;
  }
}
