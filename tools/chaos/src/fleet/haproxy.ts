import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, SERVER_PATH } from '@furrow/testbed';

/** File descriptors of a process other than its connections. */
const OTHER_FILES = 500;
const LISTENS_WITHIN_MS = 10_000;

/** Debian's HAProxy in front of gateways. */
export class Haproxy {
  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /**
   * How many devices one process can serve: each takes one descriptor for its own connection and one for that to the
   * gateway.
   */
  static get devicesAtMost(): number {
    const files = Number(execFileSync('sh', ['-c', 'ulimit -Hn']).toString());
    return Math.floor((files - OTHER_FILES) / 2);
  }

  static async start(gatewayPorts: readonly number[]): Promise<Haproxy> {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-haproxy-'));
    const port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, configuration(port, gatewayPorts, Haproxy.devicesAtMost));
    const child = spawn('haproxy', ['-db', '-f', file], {
      env: { PATH: SERVER_PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
    const proxy = new Haproxy(folder, child, `http://127.0.0.1:${port}`);
    for (const deadline = performance.now() + LISTENS_WITHIN_MS; ;) {
      if (
        await fetch(`${proxy.url}/health/live`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return proxy;
      await sleep(50);
      if (child.exitCode === null && performance.now() < deadline) continue;
      await proxy.stop();
      throw new Error(`HAProxy did not start:\n${said}`);
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    if (this.child.exitCode === null && this.child.kill('SIGKILL')) await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * A killed gateway refuses connections, which the health check notices within half a second; connection attempts are
 * redispatched to another gateway. A gateway that only answers slowly keeps its devices.
 */
function configuration(port: number, gatewayPorts: readonly number[], devices: number): string {
  const servers = gatewayPorts.map((at, index) => `  server gateway-${index + 1} 127.0.0.1:${at} check`);
  return `global
  maxconn ${devices}
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 28h
  timeout check 10s
  retries 3
  option redispatch 1
frontend devices
  bind 127.0.0.1:${port}
  maxconn ${devices}
  default_backend gateways
backend gateways
  balance leastconn
  option httpchk GET /health/live
  default-server inter 500ms fall 1 rise 1
${servers.join('\n')}
`;
}
