import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@furrow/testbed';
import { describeWith, type DeviceCredential, GatewaySystem } from './harness/index.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Debian's Python, which finds Debian's python3-paho-mqtt. */
const PYTHON = '/usr/bin/python3';

const run = promisify(execFile);

let system: GatewaySystem;
let folder: string;
let device: DeviceCredential;
let env: Record<string, string>;
let bridge: ChildProcess | undefined;

/** Creates a folder with each client of docs/devices.md as a file, and with mqtt and ws installed. */
beforeAll(async () => {
  [system, folder] = await Promise.all([
    GatewaySystem.start(),
    mkdtemp(join(tmpdir(), 'furrow-devices-page-')),
  ]);
  const page = await readFile(join(ROOT, 'docs/devices.md'), 'utf8');
  const blocks = [...page.matchAll(/```(python|js)\n(.*?)```/gs)].map(([, language, code = '']) => ({
    name:
      language === 'python' ? 'station.py' : code.includes('// bridge.mjs') ? 'bridge.mjs' : 'station.mjs',
    code,
  }));
  expect(blocks.map(({ name }) => name)).toEqual(['station.py', 'station.mjs', 'bridge.mjs']);
  for (const { name, code } of blocks) await writeFile(join(folder, name), code);
  await symlink(join(ROOT, 'apps/iot-gateway/node_modules'), join(folder, 'node_modules'));
  device = await system.device();
  env = {
    ...{ PATH: process.env['PATH'] ?? '', FURROW_IOT: system.listening.url },
    ...{ DEVICE_ID: device.deviceId, DEVICE_SECRET: device.deviceSecret },
  };
});
afterEach(() => void bridge?.kill());
afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

const stored = () =>
  system.sql<{ te: number; ts: Date }>(
    'SELECT te::float, ts FROM telemetry.weather WHERE device_id = $1 ORDER BY ts',
    [device.deviceId],
  );

/** The readings stored while a client ran. */
async function storedBy(client: () => Promise<unknown>) {
  const before = (await stored()).length;
  await client();
  return (await stored()).slice(before).map(({ te }) => te);
}

describe('the clients of docs/devices.md', () => {
  describeWith('python3-paho-mqtt', 'with the Debian package', () => {
    it('in Python stores a reading', async () => {
      expect(
        await storedBy(async () => {
          const { stdout } = await run(PYTHON, ['station.py'], { cwd: folder, env, timeout: 120_000 });
          expect(stdout).toBe('stored\n');
        }),
      ).toEqual([21.4]);
    });
  });

  it('in JavaScript stores a reading', async () => {
    expect(
      await storedBy(async () => {
        const { stdout } = await run(process.execPath, ['station.mjs'], {
          cwd: folder,
          env,
          timeout: 120_000,
        });
        expect(stdout).toBe('stored 1\n');
      }),
    ).toEqual([21.4]);
  });

  it('in JavaScript survives an unavailable gateway, and then stores its reading', async () => {
    const port = String(await freePort());
    const child = spawn(process.execPath, ['station.mjs'], {
      cwd: folder,
      env: { ...env, FURROW_IOT: `http://127.0.0.1:${port}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const before = (await stored()).length;
    await once(child.stderr, 'data');
    await system.another({ FURROW_IOT_PORT: port });
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    expect((await stored()).length).toBe(before + 1);
  });

  describeWith('mosquitto-clients', 'with the Debian package', () => {
    it('bridge what mosquitto_pub publishes', async () => {
      bridge = spawn(process.execPath, ['bridge.mjs', '0'], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = (await once(bridge.stdout!, 'data')) as [Buffer];
      const [, port = ''] = /127\.0\.0\.1:(\d+)/.exec(line.toString()) ?? [];
      const topic = `v1/devices/${device.deviceId}/telemetry/weather`;
      const message = JSON.stringify({ ts: Date.now(), te: 9.5 });
      expect(
        await storedBy(() =>
          run('mosquitto_pub', ['-p', port, '-q', '1', '-t', topic, '-m', message], { timeout: 120_000 }),
        ),
      ).toEqual([9.5]);
    });
  });
});
