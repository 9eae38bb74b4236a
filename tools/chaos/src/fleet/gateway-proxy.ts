import { execFileSync } from 'node:child_process';
import { DebianServer, until } from '@furrow/testbed';

/** File descriptors of a process other than its connections. */
const OTHER_FILES = 500;

/**
 * How many devices one HAProxy can serve: each takes one descriptor for its own connection and one for that to the
 * gateway.
 */
export function devicesAtMost(): number {
  const files = Number(execFileSync('sh', ['-c', 'ulimit -Hn']).toString());
  return Math.floor((files - OTHER_FILES) / 2);
}

/**
 * HAProxy in front of gateways. A killed gateway refuses connections, which the health check notices within half a
 * second; connection attempts are redispatched to another gateway. A gateway that only answers slowly keeps its devices.
 */
export async function startProxy(gatewayPorts: readonly number[]): Promise<DebianServer & { url: string }> {
  const proxy = await DebianServer.haproxy((port) => [
    ...['global', `  maxconn ${devicesAtMost()}`, 'defaults', '  mode http', '  timeout connect 2s'],
    ...['  timeout client 60s', '  timeout server 60s', '  timeout tunnel 28h', '  timeout check 10s'],
    ...['  retries 3', '  option redispatch 1', 'frontend devices', `  bind 127.0.0.1:${port}`],
    ...[`  maxconn ${devicesAtMost()}`, '  default_backend gateways', 'backend gateways'],
    ...[
      '  balance leastconn',
      '  option httpchk GET /health/live',
      '  default-server inter 500ms fall 1 rise 1',
    ],
    ...gatewayPorts.map((at, index) => `  server gateway-${index + 1} 127.0.0.1:${at} check`),
  ]);
  const url = `http://127.0.0.1:${proxy.port}`;
  const isLive = () =>
    fetch(`${url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('a gateway answers through HAProxy', isLive);
  return Object.assign(proxy, { url });
}
