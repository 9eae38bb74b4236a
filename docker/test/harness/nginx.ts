import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, SERVER_PATH } from '@furrow/testbed';
import { DOCKER } from './compose.ts';

/** nginx with the configuration of docker/nginx; a test changes only its address and its upstreams. */
export class Nginx {
  private constructor(
    private readonly folder: string,
    readonly url: string,
    private readonly server: ChildProcess,
    private readonly said: () => string,
  ) {}

  static async start(upstreams: Readonly<Record<'api' | 'iot-gateway', readonly string[]>>): Promise<Nginx> {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-nginx-'));
    await chmod(folder, 0o777); // its workers run as nobody
    await cp(join(DOCKER, 'nginx'), folder, { recursive: true });
    const port = await freePort();
    await writeFile(join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n`);
    const own = await readFile(join(folder, 'upstreams.conf'), 'utf8');
    const [keepalive = ''] = /\bkeepalive \d+;\s+keepalive_timeout \w+;/.exec(own) ?? [];
    const blocks = Object.entries(upstreams).map(
      ([name, urls]) =>
        `upstream ${name} { ${urls.map((url) => `server ${new URL(url).host};`).join(' ')} ${keepalive} }\n`,
    );
    await writeFile(join(folder, 'upstreams.conf'), blocks.join(''));
    // Replaces the container's scratch folder with one of this test.
    const conf = await readFile(join(folder, 'nginx.conf'), 'utf8');
    await writeFile(join(folder, 'nginx.conf'), conf.replaceAll('/tmp/', `${folder}/`));
    const args = ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
    const server = spawn('nginx', args, {
      env: { ...process.env, PATH: SERVER_PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const nginx = new Nginx(folder, `http://127.0.0.1:${port}`, server, () => said);
    await nginx.#listens();
    return nginx;
  }

  async #listens(): Promise<void> {
    while (this.server.exitCode === null) {
      try {
        await fetch(`${this.url}/health/live`);
        return;
      } catch {
        await sleep(50);
      }
    }
    throw new Error(`nginx does not start:\n${this.said()}`);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.server.once('exit', resolve));
    this.server.kill('SIGTERM');
    if (this.server.exitCode === null) await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}
