import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '@furrow/testbed';
import { afterEach, describe, expect, it } from '@jest/globals';
import { OrdinaryClient } from '../src/limits/ordinary-client.ts';
import { underLoop } from '../src/loops/under-loop.ts';
import { ordeal } from '../src/two-step/ordeal.ts';
import type { Subject } from '../src/watch/subject.ts';
import { LENIENT, type Limits, problemsOf } from '../src/watch/verdict.ts';

const SERVER = fileURLToPath(new URL('careless-server.mjs', import.meta.url));
const PATIENCE = { doneMs: 8_000, restartMs: 4_000, keptLooks: 2 };
const OTHERS: Limits = { ...LENIENT, othersMs: 500 };

type Server = ServiceProcess<{ readonly url: string }>;

let end = async (): Promise<void> => undefined;
afterEach(() => end());

/** A service with one fault. */
async function careless(fault: string): Promise<Subject & { readonly url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-careless-'));
  const env = { FAULT: fault, QUEUE: join(folder, 'queue'), NODE_OPTIONS: '--inspect-port=0' };
  let server: Server = await ServiceProcess.start(SERVER, env);
  const { url } = server.ready;
  end = async () => {
    await server.end();
    await rm(folder, { recursive: true });
  };
  return {
    url,
    processes: () => ({ 'the server': server }),
    ordinary: () => new OrdinaryClient([{ url, sending: () => ({ method: 'GET', path: '/' }) }], 50),
    restart: async () => {
      await server.end('SIGKILL');
      server = await ServiceProcess.start(SERVER, { ...env, PORT: new URL(url).port });
    },
  };
}

describe('a two-step input finds', () => {
  async function problemsAt(fault: string): Promise<readonly string[]> {
    const subject = await careless(fault);
    const send = () => fetch(`${subject.url}/work`, { method: 'POST' }).then(() => 1);
    const isDone = async () => (await (await fetch(`${subject.url}/done`)).text()) === 'true';
    const { problems, requests } = await ordeal(
      subject,
      { made: 'nothing', send, isDone },
      LENIENT,
      PATIENCE,
    );
    expect(requests).toBeGreaterThan(0);
    return problems;
  }

  it('nothing where the work is small', async () => expect(await problemsAt('none')).toEqual([]));
  it('work that blocks the event loop, also that of the next process', async () => {
    const problems = await problemsAt('holds');
    expect(problems[0]).toMatch(/^the event loop of the server was blocked for \d{4} ms$/);
    expect(problems).toContainEqual(expect.stringMatching(/most of that time in .*careless-server\.mjs/));
    expect(problems).toContainEqual(expect.stringMatching(/^after a restart: the event loop .* was blocked/));
  });
  it('work that ends the process, and the next one', async () => {
    const problems = await problemsAt('dies');
    expect(problems[0]).toBe('the server ended (SIGABRT)');
    expect(problems).toContainEqual(expect.stringMatching(/^after a restart: the server ended/));
  });
  it('memory that is kept when the work is done', async () => {
    expect(await problemsAt('keeps')).toEqual([expect.stringMatching(/^the server kept \d+ MiB$/)]);
  });
  it('work that is never done', async () =>
    expect(await problemsAt('never done')).toEqual(['its work was not done within 8 s']));
});

describe('a loop finds', () => {
  async function problemsAt(fault: string): Promise<readonly string[]> {
    const subject = await careless(fault);
    const crowd = { url: subject.url, requests: [{ method: 'GET', path: '/loop' }] };
    const { observed, sent } = await underLoop(subject, [crowd], 20, 2_000);
    expect(sent).toBeGreaterThan(20);
    return problemsOf(observed, OTHERS);
  }

  it('nothing where others are served', async () => expect(await problemsAt('none')).toEqual([]));
  it('that another company is refused', async () =>
    expect(await problemsAt('refuses others')).toContainEqual(
      expect.stringMatching(/requests of another company failed; the first: .* answered 503/),
    ));
  it('that another company waits', async () =>
    expect(await problemsAt('delays others')).toEqual([
      expect.stringMatching(/^another company waited \d+ ms at the 99th percentile$/),
    ]));
});
