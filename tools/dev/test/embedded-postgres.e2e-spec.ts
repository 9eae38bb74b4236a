import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const SUPERVISOR = fileURLToPath(new URL('postgres-supervisor.mjs', import.meta.url));

interface Started {
  url: string;
  port: number;
  /** Of its supervisor. */
  pid: number;
  postmaster: number;
  keeper: number;
  /** Waits until the supervisor has complained. */
  said: (word: string) => Promise<void>;
}

describe('the embedded PostgreSQL', () => {
  let home: string;
  let latest: Started | undefined;

  // One cluster for all: each test begins with what the previous one left behind.
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'furrow-embedded-'));
  });

  afterAll(async () => {
    await end();
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  it('keeps data and port between starts', async () => {
    const first = await running();
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS answer');
    kill('SIGTERM', first.pid);
    await gone(first.postmaster);
    const second = await start();
    expect(second.port).toBe(first.port);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 1 }]);
  });

  it('stops with a supervisor that was killed', async () => {
    const { pid, postmaster, keeper } = await running();
    kill('SIGKILL', pid);
    await gone(postmaster);
    await gone(keeper);
    expect(existsSync(join(home, 'postgres/data/postmaster.pid'))).toBe(false);
  });

  it('starts while the server of the killed supervisor is still shutting down', async () => {
    const first = await running();
    await query(first.url, 'UPDATE kept SET answer = 2');
    kill('SIGKILL', first.pid);
    const second = await start();
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 2 }]);
  });

  it('starts after its server was killed, and reports the crash to its supervisor', async () => {
    const first = await running();
    kill('SIGKILL', first.postmaster);
    await first.said('died');
    kill('SIGKILL', first.pid);
    expect(await query((await start()).url, 'SELECT answer FROM kept')).toEqual([{ answer: 2 }]);
  });

  it('takes over from a server that has lost both supervisor and keeper', async () => {
    const first = await running();
    kill('SIGSTOP', first.keeper); // or it might react to the supervisor's end before its own
    kill('SIGKILL', first.pid, first.keeper);
    expect(isAlive(first.postmaster)).toBe(true);
    const second = await start();
    expect(isAlive(first.postmaster)).toBe(false);
    await query(second.url, 'SELECT 1');
  });

  it('recovers what was committed when everything was killed at once, including a frozen backend', async () => {
    const first = await running();
    await query(first.url, 'UPDATE kept SET answer = 3');
    const client = new pg.Client({ connectionString: first.url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    kill('SIGSTOP', rows[0].pid);
    kill('SIGKILL', first.pid, first.keeper, first.postmaster);
    const second = await start();
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 3 }]);
    await client.end().catch(() => {});
  });

  it('ignores a postmaster.pid whose number belongs to another process now', async () => {
    const first = await running();
    kill('SIGKILL', first.pid, first.keeper, first.postmaster);
    await gone(first.postmaster);
    const file = join(home, 'postgres/data/postmaster.pid');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));
    expect(await query((await start()).url, 'SELECT answer FROM kept')).toEqual([{ answer: 3 }]);
  });

  it('uses another port when its own is in use', async () => {
    const first = await running();
    kill('SIGTERM', first.pid);
    await gone(first.postmaster);
    const squatter = createServer().listen(first.port, '127.0.0.1');
    try {
      const second = await start();
      expect(second.port).not.toBe(first.port);
      await query(second.url, 'SELECT 1');
    } finally {
      squatter.close();
    }
  });

  it('starts again where an earlier start was killed while creating the cluster', async () => {
    await end();
    rmSync(join(home, 'postgres'), { recursive: true });
    mkdirSync(join(home, 'postgres.unfinished-0000/data'), { recursive: true });
    await query((await start()).url, 'SELECT 1');
    expect(readdirSync(home)).toEqual(['postgres']);
  });

  it('does not reveal its passwords', async () => {
    const { url } = await running();
    const mode = execFileSync('ls', ['-l', join(home, 'postgres/passwords.json')], {
      encoding: 'utf8',
    }).slice(0, 10);
    expect(mode).toBe('-rw-------');
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  async function start(): Promise<Started> {
    const child = spawn(process.execPath, [SUPERVISOR, join(home, 'postgres')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    const line: string = await new Promise((resolve, reject) => {
      child.stdout.once('data', (chunk) => resolve(String(chunk)));
      child.once('exit', () => reject(new Error(complaints)));
    });
    const postmaster = Number.parseInt(readFileSync(join(home, 'postgres/data/postmaster.pid'), 'utf8'), 10);
    const keeper = Number(
      execFileSync('ps', ['-o', 'ppid=', '-p', String(postmaster)], { encoding: 'utf8' }),
    );
    const said = async (word: string) => {
      while (!complaints.includes(word)) await sleep(20);
    };
    const one = { ...JSON.parse(line), pid: child.pid, postmaster, keeper, said };
    latest = one;
    return one;
  }

  /** The one that an earlier test has left running, or a new one. */
  async function running() {
    return latest && isAlive(latest.pid) && isAlive(latest.postmaster) ? latest : start();
  }

  async function end() {
    if (latest === undefined) return;
    const { pid, keeper, postmaster } = latest;
    kill('SIGKILL', pid, keeper, postmaster);
    await gone(postmaster);
  }
});

async function query(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function kill(signal: NodeJS.Signals, ...pids: number[]) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // it is gone already
    }
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    // A killed process whose parent died stays in the process table until init reaps it.
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}

async function gone(pid: number) {
  while (isAlive(pid)) await sleep(20);
}
