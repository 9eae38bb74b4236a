import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairSemaphore, type Release } from './fair-semaphore.ts';

const PATIENCE_MS = 1_000;

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
class Crowd {
  readonly time = new Time();
  readonly semaphore;
  readonly asked: Asked[] = [];
  /** In the order in which permits were granted. */
  readonly granted: Asked[] = [];

  constructor(readonly permits: number) {
    this.semaphore = new FairSemaphore({ permits, patienceMs: PATIENCE_MS }, this.time.alarm);
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
      const crowd = new Crowd(permits);
      for (let i = 0; i < permits + 2; i++) await crowd.ask('acme');
      expect(crowd.in('holding')).toHaveLength(share);
      expect(crowd.semaphore.held).toBe(share);
      expect(crowd.semaphore.waiting).toBe(permits + 2 - share);
      for (let i = 0; i < permits - share; i++) expect((await crowd.ask('rival')).state).toBe('holding');
    },
  );

  it('alternates between companies, and is first come, first served within one', async () => {
    const crowd = new Crowd(2);
    const first = await crowd.ask('acme');
    await crowd.ask('rival');
    for (const company of ['acme', 'acme', 'third', 'acme', 'fourth', 'third']) await crowd.ask(company);
    await crowd.release(first);
    for (let i = 0; i < 6; i++) await crowd.release(crowd.granted.find(({ state }) => state === 'holding'));
    expect(crowd.granted.map((one) => `${one.company}${crowd.asked.indexOf(one)}`)).toEqual([
      ...['acme0', 'rival1', 'acme2', 'third4', 'fourth6', 'acme3', 'third7', 'acme5'],
    ]);
  });

  it('makes small requests wait behind a large one whose turn it is', async () => {
    const crowd = new Crowd(10);
    const all = [await crowd.ask('a', 5), await crowd.ask('b', 3)];
    const large = await crowd.ask('c', 4);
    const small = await crowd.ask('d', 1);
    expect([large.state, small.state]).toEqual(['waiting', 'waiting']);
    await crowd.release(all[1]);
    expect([large.state, small.state]).toEqual(['holding', 'holding']);
  });

  it('gives at most a share to a request for more', async () => {
    const crowd = new Crowd(10);
    await crowd.ask('acme', 1_000);
    expect(crowd.semaphore.held).toBe(5);
    expect((await crowd.ask('rival', 5)).state).toBe('holding');
  });

  it('limits the waiting time, and the waiting requests of a company', async () => {
    const crowd = new Crowd(1);
    await crowd.ask('acme');
    const waiting = await crowd.ask('rival');
    crowd.time.pass(PATIENCE_MS - 1);
    await turn();
    expect(waiting.state).toBe('waiting');
    crowd.time.pass(1);
    await turn();
    expect(waiting.state).toBe('gone');
    for (let i = 0; i < 100; i++) await crowd.ask('rival');
    expect((await crowd.ask('rival')).state).toBe('gone');
    expect((await crowd.ask('third')).state).toBe('waiting');
  });

  it('takes permits back once, however often they are released', async () => {
    const crowd = new Crowd(1);
    const one = await crowd.ask('acme');
    await crowd.release(one);
    one.release();
    await crowd.ask('acme');
    expect((await crowd.ask('rival')).state).toBe('waiting');
  });

  it('gives nothing to a request that was aborted', async () => {
    const semaphore = new FairSemaphore({ permits: 1, patienceMs: PATIENCE_MS });
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
      { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(PATIENCE_MS) }) },
    ),
    { maxLength: 60 },
  );
const crowds = fc
  .integer({ min: 1, max: 12 })
  .chain((permits) => fc.tuple(fc.constant(permits), steps(permits + 2)));

async function go(crowd: Crowd, step: Step): Promise<void> {
  if (step.do === 'ask') await crowd.ask(step.company, step.weight);
  else if (step.do === 'pass') crowd.time.pass(step.ms);
  else if (step.do === 'release') {
    const holding = crowd.in('holding');
    await crowd.release(holding[step.which % holding.length]);
  } else {
    const waiting = crowd.in('waiting');
    waiting[step.which % waiting.length]?.abort.abort();
  }
  await turn();
}

describe('for any sequence of requests, releases, aborts and timeouts', () => {
  it('no company has more than half, no permit is lost or created, and none is idle while the next request could have it', () =>
    fc.assert(
      fc.asyncProperty(crowds, async ([permits, all]) => {
        const crowd = new Crowd(permits);
        const { semaphore } = crowd;
        for (const step of all) {
          await go(crowd, step);
          const held = [...crowd.companies].map((company) => crowd.heldBy(company));
          expect(Math.max(0, ...held)).toBeLessThanOrEqual(Math.ceil(permits / 2));
          expect(held.reduce((sum, each) => sum + each, 0)).toBe(semaphore.held);
          expect(semaphore.held).toBeLessThanOrEqual(permits);
          expect(semaphore.waiting).toBe(crowd.in('waiting').length);
          expect(crowd.time.alarms).toBe(semaphore.waiting);
          // The first of each company that are within its share: there are not enough free permits for at least one of
          // them.
          const first = [...crowd.companies].flatMap((company) => crowd.in('waiting', company).slice(0, 1));
          const next = first.filter(
            ({ company, weight }) => crowd.heldBy(company) + crowd.most(weight) <= semaphore.share,
          );
          if (next.length > 0)
            expect(Math.max(...next.map(({ weight }) => crowd.most(weight)))).toBeGreaterThan(
              permits - semaphore.held,
            );
        }
        for (const { abort } of crowd.in('waiting')) abort.abort();
        await turn();
        for (const one of crowd.in('holding')) await crowd.release(one);
        expect([semaphore.held, semaphore.waiting, crowd.time.alarms]).toEqual([0, 0, 0]);
      }),
    ));

  it('no request starves: one within its share waits for each other company at most once', () =>
    fc.assert(
      fc.asyncProperty(crowds, fc.array(fc.nat(50)), async ([permits, all], releases) => {
        const crowd = new Crowd(permits);
        for (const step of all) if (step.do === 'ask') await go(crowd, step);
        const since = new Map<string, Asked[]>();
        for (let i = 0; crowd.in('holding').length > 0; i++) {
          const holding = crowd.in('holding');
          const before = crowd.granted.length;
          await crowd.release(holding[(releases[i] ?? 0) % holding.length]);
          for (const one of crowd.granted.slice(before)) {
            since.delete(one.company);
            for (const others of since.values()) others.push(one);
          }
          for (const company of crowd.companies) {
            const [first] = crowd.in('waiting', company);
            if (!first || crowd.heldBy(company) + crowd.most(first.weight) > crowd.semaphore.share)
              since.delete(company);
            else if (!since.has(company)) since.set(company, []);
          }
          for (const others of since.values())
            expect(new Set(others.map(({ company }) => company)).size).toBe(others.length);
        }
        expect(crowd.in('waiting')).toEqual([]);
        expect(crowd.granted).toHaveLength(crowd.asked.length);
      }),
    ));
});
