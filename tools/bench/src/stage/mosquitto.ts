import { spawnSync } from 'node:child_process';
import { DebianServer, freePort, SERVER_PATH } from '@furrow/testbed';
import type { Stage } from './stage.ts';

/** Mosquitto over WebSocket in its fastest configuration: no authentication, no persistence. */
export interface Mosquitto {
  readonly url: string;
  /** The TCP listener, for the subscriber beside it. */
  readonly tcpUrl: string;
  /** Such as `2.0.11`. */
  readonly version: string;
}

/** @throws Error where it is not installed */
export async function startMosquitto(stage: Stage): Promise<Mosquitto> {
  const { stdout, error } = spawnSync('mosquitto', ['-h'], { env: { PATH: SERVER_PATH }, encoding: 'utf8' });
  if (error) throw new Error('It needs Mosquitto: apt-get install mosquitto', { cause: error });
  const tcpPort = await freePort();
  const server = await DebianServer.mosquitto((port) => [
    ...[`listener ${port} 127.0.0.1`, 'protocol websockets'],
    // Without a TCP listener Mosquitto 2.0 assumes that no listener is configured.
    ...[`listener ${tcpPort} 127.0.0.1`, 'protocol mqtt', 'allow_anonymous true'],
    // Queues are unlimited, or the home-built pipeline would lose messages.
    ...['persistence false', 'max_queued_messages 0', 'set_tcp_nodelay true', 'log_type error'],
  ]);
  stage.keep(server);
  return {
    url: `ws://127.0.0.1:${server.port}/mqtt`,
    tcpUrl: `mqtt://127.0.0.1:${tcpPort}`,
    version: /version (\S+)/.exec(stdout)?.[1] ?? 'unknown',
  };
}
