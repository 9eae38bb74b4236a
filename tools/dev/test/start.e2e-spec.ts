import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeWith } from '../../testbed/src/index.ts';

const START = fileURLToPath(new URL('../start.mjs', import.meta.url));
const FURROW = fileURLToPath(new URL('../../furrow/bundle/main.js', import.meta.url));
const run = promisify(execFile);

describe('npm start', () => {
  let home: string;
  let child: ChildProcess;
  let printed = '';
  let ended: Promise<number | null>;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'furrow-start-'));
    const env = { PATH: process.env.PATH, FURROW_HOME: home, FURROW_API_PORT: '0', FURROW_IOT_PORT: '0' };
    child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    ended = new Promise((resolve) => child.on('close', resolve));
    while (!printed.includes('npm run -s simulate') && child.exitCode === null) await sleep(50);
    expect(printed).toContain('Furrow is up');
  });

  afterAll(async () => {
    child.kill('SIGINT');
    await ended;
    rmSync(home, { recursive: true, force: true });
  });

  it('writes its addresses to ready.json', () => {
    const ready = JSON.parse(readFileSync(join(home, 'ready.json'), 'utf8'));
    expect(ready).toEqual({
      apiUrl: expect.stringMatching(/^http:/),
      iotUrl: expect.stringMatching(/^http:/),
      mqttUrl: expect.stringMatching(/^ws:.*\/mqtt$/),
      pid: child.pid,
    });
    expect(printed).toContain(ready.apiUrl);
  });

  it('names the port that the gateway was given in the document', async () => {
    const { apiUrl, iotUrl } = JSON.parse(readFileSync(join(home, 'ready.json'), 'utf8'));
    const document = await (await fetch(`${apiUrl}/openapi.json`)).json();
    expect(document).toMatchObject({ paths: { '/mqtt': { servers: [{ url: iotUrl }] } } });
  });

  it('has a season behind it, and one open session, of today', async () => {
    const { apiUrl } = JSON.parse(readFileSync(join(home, 'ready.json'), 'utf8'));
    const [, jwt] = /export JWT='([^']+)'/.exec(printed) ?? [];
    const get = async (path: string) => {
      const answer = await fetch(`${apiUrl}/api/control/${path}`, {
        headers: { authorization: `Bearer ${jwt}` },
      });
      return (await answer.json()) as { data: Record<string, unknown>[]; meta: { total: number } };
    };
    expect((await get('shifts')).meta.total).toBeGreaterThan(60 * 20);
    expect((await get('production/sessions?status=closed')).meta.total).toBeGreaterThanOrEqual(60);
    const { data: open } = await get('production/sessions?status=open');
    expect(open.map(({ sector_name }) => sector_name)).toEqual(['Vega 3']);
  });

  it('prints three curl lines that count 12.5 kg once, however often they are pasted', async () => {
    const lines = printed.split('\n').filter((line) => /^ {2}(export|curl) /.test(line));
    expect(lines.filter((line) => line.startsWith('  curl '))).toHaveLength(3);
    const paste = async () => {
      const { stdout } = await run('bash', ['-c', lines.map((line) => `${line}; echo`).join('\n')]);
      const [first, again, report] = stdout
        .split('\n')
        .filter(Boolean)
        .map((answer) => JSON.parse(answer));
      expect(again.data.recordId).toBe(first.data.recordId);
      return report.data.map(({ totalUnits }: { totalUnits: number }) => totalUnits);
    };
    expect(await paste()).toEqual([12.5]);
    expect(await paste()).toEqual([12.5]);
  });

  describeWith('jq', 'the tour of README.md', () => {
    it('counts 12.5 kg once, on any day of the farm', async () => {
      const { apiUrl } = JSON.parse(readFileSync(join(home, 'ready.json'), 'utf8'));
      const exports = printed.split('\n').filter((line) => line.startsWith('  export '));
      const script = [...exports, tour().replace('http://127.0.0.1:3000', apiUrl)].join('\n');
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script]);
      const [, harvest] = stdout.split('201\n200\n');
      const sectors = harvest?.split(/^(?={)/m).map((sector) => JSON.parse(sector));
      expect(sectors).toContainEqual({
        sector_name: 'Vega 2',
        totalUnits: 12.5,
        workers: [{ worker_name: 'Eva Soto', validUnits: 12.5 }],
      });
    });
  });

  it('ends on Ctrl-C, and removes ready.json', async () => {
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(existsSync(join(home, 'ready.json'))).toBe(false);
  });
});

it('npm start in production lists what is missing, and makes none of it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'furrow-start-'));
  const env = { PATH: process.env.PATH, FURROW_HOME: home, FURROW_API_PORT: '0', NODE_ENV: 'production' };
  try {
    const refused = await run(process.execPath, [START], { env }).catch((error: unknown) => error);
    const { code, stdout = '', stderr = '' } = refused as { code?: number; stdout?: string; stderr?: string };
    expect(code).toBe(1);
    for (const name of [
      'DATABASE_URL',
      'USER_JWT_ISSUER',
      'MOBILE_JWT_JWKS_URI',
      'IOT_TOKEN_KEY',
      'MEDIA_URL_KEY',
    ])
      expect(stdout + stderr).toContain(`${name} is missing: `);
    expect(readdirSync(home)).toEqual([]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

it('npm start with FURROW_DEMO=false has no farm, and says how its first admin gets one', async () => {
  const home = mkdtempSync(join(tmpdir(), 'furrow-start-'));
  const env = { PATH: process.env.PATH, FURROW_HOME: home, FURROW_API_PORT: '0', FURROW_IOT_PORT: '0' };
  const child = spawn(process.execPath, [START], { env: { ...env, FURROW_DEMO: 'false' } });
  const ended = new Promise((resolve) => child.on('close', resolve));
  try {
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    while (!printed.includes('Furrow is up') && child.exitCode === null) await sleep(50);
    const { stdout } = await run(process.execPath, [FURROW, 'company', 'list', '--json'], { env });
    expect(JSON.parse(stdout)).toEqual([]);
    expect(printed).not.toContain('demo');

    const [, create = ''] = /furrow -- (company create .*)/.exec(printed) ?? [];
    await run(process.execPath, [FURROW, ...create.split(' ')], { env });
    const [, settings = ''] = /(http:\S+)\/console\/settings/.exec(printed) ?? [];
    const user = new URLSearchParams({ user: 'you@example.com' }).toString();
    const signedIn = await fetch(`${settings}/api/console/sign-in?${user}`, {
      ...{ method: 'POST', redirect: 'manual', headers: { 'sec-fetch-site': 'same-origin' } },
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const asked = await fetch(`${settings}/api/control/farm`, { headers: { cookie } });
    const farm = (await asked.json()) as { data: { users: object[] } };
    expect(farm.data.users).toEqual([expect.objectContaining({ role: 'admin', status: 'active' })]);
  } finally {
    child.kill('SIGINT');
    await ended;
    rmSync(home, { recursive: true, force: true });
  }
});

/** The commands of the tour. */
function tour() {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, commands] = /^## A tour$.*?^```sh$(.*?)^```$/ms.exec(readme) ?? [];
  if (commands === undefined) throw new Error('README.md has no tour.');
  return commands;
}
