import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '@furrow/testbed';
import { afterEach, describe, expect, it } from '@jest/globals';
import { OrdinaryClient } from '../src/limits/ordinary-client.ts';
import { underLoop } from '../src/loops/under-loop.ts';
import type { Delivery } from '../src/receivers/hooked-company.ts';
import { type Hooked, Siege } from '../src/receivers/siege.ts';
import { ordeal } from '../src/two-step/ordeal.ts';
import type { Subject } from '../src/watch/subject.ts';
import { LENIENT, type Limits, problemsOf } from '../src/watch/verdict.ts';

const SERVER = fileURLToPath(new URL('careless-server.mjs', import.meta.url));
const TIMEOUT_MS = 180_000;
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

  it('nothing where the work is small', async () => expect(await problemsAt('none')).toEqual([]), TIMEOUT_MS);
  it(
    'work that blocks the event loop, also that of the next process',
    async () => {
      const problems = await problemsAt('holds');
      expect(problems[0]).toMatch(/^the event loop of the server was blocked for \d{4} ms$/);
      expect(problems).toContainEqual(expect.stringMatching(/most of that time in .*careless-server\.mjs/));
      expect(problems).toContainEqual(
        expect.stringMatching(/^after a restart: the event loop .* was blocked/),
      );
    },
    TIMEOUT_MS,
  );
  it(
    'work that ends the process, and the next one',
    async () => {
      const problems = await problemsAt('dies');
      expect(problems[0]).toBe('the server ended (SIGABRT)');
      expect(problems).toContainEqual(expect.stringMatching(/^after a restart: the server ended/));
    },
    TIMEOUT_MS,
  );
  it(
    'memory that is kept when the work is done',
    async () => {
      expect(await problemsAt('keeps')).toEqual([expect.stringMatching(/^the server kept \d+ MiB$/)]);
    },
    TIMEOUT_MS,
  );
  it(
    'work that is never done',
    async () => expect(await problemsAt('never done')).toEqual(['its work was not done within 8 s']),
    TIMEOUT_MS,
  );
});

describe('a loop finds', () => {
  async function problemsAt(fault: string): Promise<readonly string[]> {
    const subject = await careless(fault);
    const crowd = { url: subject.url, requests: [{ method: 'GET', path: '/loop' }] };
    const { observed, sent } = await underLoop(subject, [crowd], 20, 2_000);
    expect(sent).toBeGreaterThan(20);
    return problemsOf(observed, OTHERS);
  }

  it('nothing where others are served', async () => expect(await problemsAt('none')).toEqual([]), TIMEOUT_MS);
  it(
    'that another company is refused',
    async () =>
      expect(await problemsAt('refuses others')).toContainEqual(
        expect.stringMatching(/requests of another company failed; the first: .* answered 503/),
      ),
    TIMEOUT_MS,
  );
  it(
    'that another company waits',
    async () =>
      expect(await problemsAt('delays others')).toEqual([
        expect.stringMatching(/^another company waited \d+ ms at the 99th percentile$/),
      ]),
    TIMEOUT_MS,
  );
});

describe('a hostile receiver finds', () => {
  const patience = { deliveredMs: 1_000, listedMs: 1_000, endedMs: 1_000 };

  /** A company that has everything delivered, and lists it. */
  class Company implements Hooked {
    readonly ids: string[] = [];
    readonly attempts: Delivery['attempts'];
    constructor(
      private readonly receiver: { readonly ids: { add(id: string): unknown } | string[] },
      attempts: Delivery['attempts'] = [{ status: null, reason: 'timed out' }],
    ) {
      this.attempts = attempts;
    }
    hook = async () => undefined;
    removeHooks = async () => undefined;
    test = async () => {
      const id = `event ${this.ids.length}`;
      const { ids } = this.receiver;
      if (Array.isArray(ids)) ids.push(id);
      else ids.add(id);
      this.ids.push(id);
      return [id];
    };
    deliveries = async () => this.ids.map((deliveryId) => ({ deliveryId, attempts: this.attempts }));
  }

  async function problemsWith(
    over: { attempts?: Delivery['attempts']; deliversToOthers?: boolean; endedMs?: number } = {},
  ): Promise<readonly string[]> {
    const hostile = { host: 'x', ids: new Set<string>() };
    const arrived: string[] = [];
    const good = { ids: arrived, received: [], has: () => new Promise<never>(() => undefined) };
    const others = new Company({ ids: (over.deliversToOthers ?? true) ? arrived : [] });
    const siege = new Siege(
      await careless('none'),
      {
        ...{ attackers: [new Company(hostile, over.attempts)], other: others, good },
        restart: async () => over.endedMs ?? 0,
      },
      LENIENT,
      patience,
    );
    return (await siege.by(hostile, { hooks: 1, tests: 1 })).problems;
  }

  it('nothing where attempts end', async () => expect(await problemsWith()).toEqual([]), TIMEOUT_MS);
  it(
    'that an event of another company is not delivered, also after a restart',
    async () =>
      expect(await problemsWith({ deliversToOthers: false })).toEqual([
        'an event of another company was not delivered within 1.0 s',
        'after a restart: an event of another company was not delivered within 1.0 s',
      ]),
    TIMEOUT_MS,
  );
  it.each([
    ['that is not listed', []],
    ['without a reason', [{ status: null, reason: null }]],
  ])(
    'an attempt %s',
    async (_what, attempts) =>
      expect(await problemsWith({ attempts })).toEqual([
        '1 of 1 attempts are not listed with their outcome and reason',
      ]),
    TIMEOUT_MS,
  );
  it(
    'that the service does not stop',
    async () =>
      expect(await problemsWith({ endedMs: 60_000 })).toEqual(['SIGTERM had not ended the API after 1.0 s']),
    TIMEOUT_MS,
  );
});
