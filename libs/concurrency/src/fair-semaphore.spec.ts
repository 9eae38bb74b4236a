import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairSemaphore, type Release } from './fair-semaphore.ts';

const TIMEOUT_MS = 1_000;

/** Time that a test moves. */
class Time {
  #now = 0;
  readonly #alarms = new Set<{ readonly at: number; readonly ring: () => void }>();

  readonly alarm = (milliseconds: number, ring: () => void) => {
    const alarm = { at: this.#now + milliseconds, ring };
    this.#alarms.add(alarm);
    return () => void this.#alarms.delete(alarm);
  };

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    for (const alarm of [...this.#alarms].filter(({ at }) => at <= this.#now))
      if (this.#alarms.delete(alarm)) alarm.ring();
  }

  get alarms(): number {
    return this.#alarms.size;
  }
}

interface Asked {
  readonly company: string;
  readonly weight: number;
  readonly abort: AbortController;
  state: 'waiting' | 'holding' | 'gone';
  release: Release;
}

/** A semaphore, and every request made of it. */
class Callers {
  readonly time = new Time();
  readonly semaphore;
  readonly asked: Asked[] = [];
  /** In the order in which permits were granted. */
  readonly granted: Asked[] = [];

  constructor(readonly permits: number) {
    this.semaphore = new FairSemaphore({ permits, timeoutMs: TIMEOUT_MS }, this.time.alarm);
  }

  async ask(company: string, weight = 1): Promise<Asked> {
    const abort = new AbortController();
    const one: Asked = { company, weight, abort, state: 'waiting', release: () => undefined };
    this.asked.push(one);
    void this.semaphore.acquire(company, weight, abort.signal).then((release) => {
      one.state = release ? 'holding' : 'gone';
      if (release === undefined) return;
      one.release = release;
      this.granted.push(one);
    });
    await turn();
    return one;
  }

  async release(one: Asked | undefined): Promise<void> {
    if (one?.state !== 'holding') return;
    one.state = 'gone';
    one.release();
    await turn();
  }

  in(state: Asked['state'], company?: string): Asked[] {
    return this.asked.filter(
      (one) => one.state === state && (company === undefined || one.company === company),
    );
  }

  heldBy(company: string): number {
    return this.in('holding', company).reduce((sum, { weight }) => sum + this.most(weight), 0);
  }

  most(weight: number): number {
    return Math.min(weight, this.semaphore.share);
  }

  get companies(): Set<string> {
    return new Set(this.asked.map(({ company }) => company));
  }
}

describe('a fair semaphore', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [8, 4],
  ])(
    'of %i permits gives one company at most %i, even while no other company wants any',
    async (permits, share) => {
      const callers = new Callers(permits);
      for (let i = 0; i < permits + 2; i++) await callers.ask('acme');
      expect(callers.in('holding')).toHaveLength(share);
      expect(callers.semaphore.held).toBe(share);
      expect(callers.semaphore.waiting).toBe(permits + 2 - share);
      for (let i = 0; i < permits - share; i++) expect((await callers.ask('rival')).state).toBe('holding');
    },
  );

  it('alternates between companies, and is first come, first served within one', async () => {
    const callers = new Callers(2);
    const first = await callers.ask('acme');
    await callers.ask('rival');
    for (const company of ['acme', 'acme', 'third', 'acme', 'fourth', 'third']) await callers.ask(company);
    await callers.release(first);
    for (let i = 0; i < 6; i++)
      await callers.release(callers.granted.find(({ state }) => state === 'holding'));
    expect(callers.granted.map((one) => `${one.company}${callers.asked.indexOf(one)}`)).toEqual([
      ...['acme0', 'rival1', 'acme2', 'third4', 'fourth6', 'acme3', 'third7', 'acme5'],
    ]);
  });

  it('makes small requests wait behind a large one whose turn it is', async () => {
    const callers = new Callers(10);
    const all = [await callers.ask('a', 5), await callers.ask('b', 3)];
    const large = await callers.ask('c', 4);
    const small = await callers.ask('d', 1);
    expect([large.state, small.state]).toEqual(['waiting', 'waiting']);
    await callers.release(all[1]);
    expect([large.state, small.state]).toEqual(['holding', 'holding']);
  });

  it('gives at most a share to a request for more', async () => {
    const callers = new Callers(10);
    await callers.ask('acme', 1_000);
    expect(callers.semaphore.held).toBe(5);
    expect((await callers.ask('rival', 5)).state).toBe('holding');
  });

  it('limits the waiting time, and the waiting requests of a company', async () => {
    const callers = new Callers(1);
    await callers.ask('acme');
    const waiting = await callers.ask('rival');
    callers.time.pass(TIMEOUT_MS - 1);
    await turn();
    expect(waiting.state).toBe('waiting');
    callers.time.pass(1);
    await turn();
    expect(waiting.state).toBe('gone');
    for (let i = 0; i < 100; i++) await callers.ask('rival');
    expect((await callers.ask('rival')).state).toBe('gone');
    expect((await callers.ask('third')).state).toBe('waiting');
  });

  it('takes permits back once, however often they are released', async () => {
    const callers = new Callers(1);
    const one = await callers.ask('acme');
    await callers.release(one);
    one.release();
    await callers.ask('acme');
    expect((await callers.ask('rival')).state).toBe('waiting');
  });

  it('gives nothing to a request that was aborted', async () => {
    const semaphore = new FairSemaphore({ permits: 1, timeoutMs: TIMEOUT_MS });
    expect(await semaphore.acquire('acme', 1, AbortSignal.abort())).toBeUndefined();
    expect(semaphore.held).toBe(0);
  });
});

type Step =
  | { readonly do: 'ask'; readonly company: string; readonly weight: number }
  | { readonly do: 'release' | 'abort'; readonly which: number }
  | { readonly do: 'pass'; readonly ms: number };

const steps = (maxWeight: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('ask' as const),
          company: fc.constantFrom('a', 'b', 'c', 'd'),
          weight: fc.integer({ min: 1, max: maxWeight }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constantFrom('release' as const, 'abort' as const),
          which: fc.nat(50),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(TIMEOUT_MS) }) },
    ),
    { maxLength: 60 },
  );
const crowds = fc
  .integer({ min: 1, max: 12 })
  .chain((permits) => fc.tuple(fc.constant(permits), steps(permits + 2)));

async function go(callers: Callers, step: Step): Promise<void> {
  if (step.do === 'ask') await callers.ask(step.company, step.weight);
  else if (step.do === 'pass') callers.time.pass(step.ms);
  else if (step.do === 'release') {
    const holding = callers.in('holding');
    await callers.release(holding[step.which % holding.length]);
  } else {
    const waiting = callers.in('waiting');
    waiting[step.which % waiting.length]?.abort.abort();
  }
  await turn();
}

describe('for any sequence of requests, releases, aborts and timeouts', () => {
  it('no company has more than half, no permit is lost or created, and none is idle while the next request could have it', () =>
    fc.assert(
      fc.asyncProperty(crowds, async ([permits, all]) => {
        const callers = new Callers(permits);
        const { semaphore } = callers;
        for (const step of all) {
          await go(callers, step);
          const held = [...callers.companies].map((company) => callers.heldBy(company));
          expect(Math.max(0, ...held)).toBeLessThanOrEqual(Math.ceil(permits / 2));
          expect(held.reduce((sum, each) => sum + each, 0)).toBe(semaphore.held);
          expect(semaphore.held).toBeLessThanOrEqual(permits);
          expect(semaphore.waiting).toBe(callers.in('waiting').length);
          expect(callers.time.alarms).toBe(semaphore.waiting);
          // The first of each company that are within its share: there are not enough free permits for at least one of
          // them.
          const first = [...callers.companies].flatMap((company) =>
            callers.in('waiting', company).slice(0, 1),
          );
          const next = first.filter(
            ({ company, weight }) => callers.heldBy(company) + callers.most(weight) <= semaphore.share,
          );
          if (next.length > 0)
            expect(Math.max(...next.map(({ weight }) => callers.most(weight)))).toBeGreaterThan(
              permits - semaphore.held,
            );
        }
        for (const { abort } of callers.in('waiting')) abort.abort();
        await turn();
        for (const one of callers.in('holding')) await callers.release(one);
        expect([semaphore.held, semaphore.waiting, callers.time.alarms]).toEqual([0, 0, 0]);
      }),
    ));

  it('no request starves: one within its share waits for each other company at most once', () =>
    fc.assert(
      fc.asyncProperty(crowds, fc.array(fc.nat(50)), async ([permits, all], releases) => {
        const callers = new Callers(permits);
        for (const step of all) if (step.do === 'ask') await go(callers, step);
        const since = new Map<string, Asked[]>();
        for (let i = 0; callers.in('holding').length > 0; i++) {
          const holding = callers.in('holding');
          const before = callers.granted.length;
          await callers.release(holding[(releases[i] ?? 0) % holding.length]);
          for (const one of callers.granted.slice(before)) {
            since.delete(one.company);
            for (const others of since.values()) others.push(one);
          }
          for (const company of callers.companies) {
            const [first] = callers.in('waiting', company);
            if (!first || callers.heldBy(company) + callers.most(first.weight) > callers.semaphore.share)
              since.delete(company);
            else if (!since.has(company)) since.set(company, []);
          }
          for (const others of since.values())
            expect(new Set(others.map(({ company }) => company)).size).toBe(others.length);
        }
        expect(callers.in('waiting')).toEqual([]);
        expect(callers.granted).toHaveLength(callers.asked.length);
      }),
    ));
});

it('may give a company a smaller share than half', () => {
  const semaphore = new FairSemaphore({ permits: 5, share: 1, timeoutMs: TIMEOUT_MS });
  const release = semaphore.tryAcquire('acme');
  expect(release).toBeDefined();
  expect(semaphore.tryAcquire('acme')).toBeUndefined();
  for (const other of ['b', 'c', 'd', 'e']) expect(semaphore.tryAcquire(other)).toBeDefined();
  release?.();
  expect(semaphore.tryAcquire('acme')).toBeDefined();
});
