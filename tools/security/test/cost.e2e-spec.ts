import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describeIf, ServiceProcess } from '@furrow/testbed';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Flood } from '../src/cost/flood.ts';
import { floodCost } from '../src/cost/flood.ts';
import { Ledger } from '../src/cost/ledger.ts';
import type { Target } from '../src/cost/measuring.ts';
import { Probe } from '../src/cost/probe.ts';
import type { Caller } from '../src/cost/requests.ts';
import { requestsCost } from '../src/cost/requests-cost.ts';
import { Selection } from '../src/cost/selection.ts';

const SERVER = fileURLToPath(new URL('costly-server.mjs', import.meta.url));
const SCHEDULING = '/proc/thread-self/schedstat';
const SEED = 7;

/** Few shapes, in every size that a body may have. */
const FEW = ['JSON, a list of numbers', 'JSON, deep lists in', 'range: "a" repeated'];

describe('the cost part reports', () => {
  let server: ServiceProcess<{ readonly url: string; readonly floodedUrl: string }>;
  let probe: Probe;
  beforeAll(async () => {
    server = await ServiceProcess.start(SERVER, { NODE_OPTIONS: '--inspect-port=0' });
    probe = await Probe.attach(server);
  });
  afterAll(async () => {
    probe.close();
    await server.end();
  });

  /** Problems by subject. */
  async function problemsAt(
    path: string,
    { shape = FEW, ...more }: Partial<Target> & { readonly shape?: readonly string[] } = {},
  ): Promise<Record<string, string>> {
    const target: Target = { url: server.ready.url, probe, ...more };
    const ledger = new Ledger();
    const selection = new Selection({ quick: false, seed: SEED, shape });
    const tried = await requestsCost(
      { api: target, gateway: target },
      [callerOf(path)],
      selection,
      ledger,
      () => undefined,
    );
    expect(tried).toBeGreaterThan(1);
    return problemsOf(ledger);
  }

  it('nothing where refusals are small and quick', async () => {
    expect(await problemsAt('/well-kept')).toEqual({});
  });

  it('a refusal that is too large', async () => {
    const problems = await problemsAt('/amplifies');
    expect(Object.keys(problems)).toEqual(['error body']);
    expect(problems['error body']).toMatch(
      /^195 KiB for POST \/amplifies, by test, .+\n.+--seed 7 --shape "POST/,
    );
  });

  it('a blocked event loop, and the function that blocks it', async () => {
    // One that is sent with others and then by itself, and one that is sent in every size by itself.
    const problems = await problemsAt('/holds', {
      shape: ['range: "a" repeated', 'a list of numbers in every'],
    });
    expect(Object.keys(problems)).toEqual(['event loop blocked by one request']);
    expect(
      problems['event loop blocked by one request']?.match(
        /^\d{3} ms for .*most of it in .*\(.*costly-server\.mjs:\d+\)/gm,
      ),
    ).toHaveLength(2);
  });

  it('memory that is kept after all clients have disconnected', async () => {
    // The memory is never freed, so two samples are enough.
    const problems = await problemsAt('/keeps', { keptLooks: 2 });
    expect(Object.keys(problems)).toEqual(['memory kept after disconnecting']);
  });

  it('memory that is held for clients that do not read', async () => {
    const flood = (isRead: boolean): Flood => ({
      ...{ name: 'bytes', connections: 2, opening: () => [], piece: () => Buffer.alloc(65_536), isRead },
    });
    const ledger = new Ledger();
    const target = { url: server.ready.floodedUrl, probe };
    await floodCost(target, flood(true), 'read', ledger);
    await floodCost(target, flood(false), 'unread', ledger);
    const problems = problemsOf(ledger);
    expect(Object.keys(problems)).toEqual(['memory for a client that does not read']);
    expect(problems['memory for a client that does not read']).toMatch(/for unread, bytes/);
  });
});

describeIf(existsSync(SCHEDULING), `Linux with ${SCHEDULING}`, 'the probe', () => {
  it('does not take a machine that is busy with something else for a blocked event loop', async () => {
    const server = await ServiceProcess.start<{ readonly url: string }>(SERVER, {
      NODE_OPTIONS: '--inspect-port=0',
    });
    const probe = await Probe.attach(server);
    const others: ChildProcess[] = [];
    try {
      setPriority(server.pid, constants.priority.PRIORITY_LOW);
      // More each time: where this test has a low priority itself, the first ones take little from the server.
      let [tookMs, heldMs] = [0, Infinity];
      for (let round = 0; round < 4 && heldMs > tookMs / 3; round++) {
        for (let i = 0; i < availableParallelism(); i++)
          others.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
        tookMs = Number(await (await fetch(`${server.ready.url}/computes`)).text());
        heldMs = await probe.heldMs();
      }
      expect(heldMs).toBeLessThan(tookMs / 3);
    } finally {
      for (const other of others) other.kill('SIGKILL');
      probe.close();
      await server.end();
    }
  });
});

function callerOf(path: string): Caller {
  return {
    name: `POST ${path}, by test`,
    operation: {
      ...{ id: 'test', host: 'api', method: 'POST', path, schemes: [], needs: {}, parameters: [] },
      answers: [],
      bodies: {
        'application/json': { schema: { type: 'object', properties: { notes: { type: 'string' } } } },
      },
    },
    ...{ good: { path, own: 'served', foreign: 'refused' }, headers: {}, isKnown: true },
  };
}

function problemsOf(ledger: Ledger): Record<string, string> {
  const found = ledger.checks(SEED).filter(({ problems }) => problems.length > 0);
  return Object.fromEntries(
    found.map(({ what, problems }) => [what.split(',')[0] ?? '', problems.join('\n')]),
  );
}
