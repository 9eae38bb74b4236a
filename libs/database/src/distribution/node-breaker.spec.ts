import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { NodeUnavailable } from '../errors.ts';
import { until } from '@furrow/testbed';
import { NodeBreaker, type NodeTimes } from './node-breaker.ts';
import { NodeBreakers } from './node-breakers.ts';

const NEVER_MS = 600_000;
const COMPANY = '01890a5d-ac96-774b-bcce-b302099a8057';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** Work that ends when it is told to. */
const held = () => Promise.withResolvers<unknown>();

/** A breaker with room for two, whose probes end as `probe` says. */
function breakerOf(times: Partial<NodeTimes>, probe: () => Promise<unknown>) {
  const probes: string[] = [];
  const changes: boolean[] = [];
  const breaker = new NodeBreaker(
    {
      inFlight: 2,
      probe: (companyId) => {
        probes.push(companyId);
        return probe().then(() => undefined);
      },
      onChange: (isOpen) => changes.push(isOpen),
    },
    { lateMs: NEVER_MS, answerMs: NEVER_MS, pauseMs: 1, congestedMs: NEVER_MS, waitMs: NEVER_MS, ...times },
  );
  stops.push(() => breaker.stop());
  return { breaker, probes, changes };
}

describe('transactions on one node', () => {
  it('are limited, and those above the limit follow in their order', async () => {
    const { breaker } = breakerOf({}, async () => undefined);
    const works = Array.from({ length: 4 }, held);
    const begun: number[] = [];
    const runs = works.map(({ promise }, index) =>
      breaker.run(COMPANY, async () => {
        begun.push(index);
        await promise;
      }),
    );
    await delay(1);
    expect(begun).toEqual([0, 1]);
    works[1]?.resolve(undefined);
    await until('the next one begins', async () => begun.length > 2);
    works[0]?.reject(new RangeError('refused'));
    await expect(runs[0]).rejects.toThrow(RangeError);
    await until('the last one begins', async () => begun.length > 3);
    expect(begun).toEqual([0, 1, 2, 3]);
    for (const { resolve } of works) resolve(undefined);
    await Promise.all(runs.slice(1));
    await expect(breaker.run(COMPANY, async () => 'free')).resolves.toBe('free');
  });

  it.each([
    ['if they have waited for too long themselves', { waitMs: 1 }],
    ['if the first of them has waited for too long', { congestedMs: 1 }],
  ])('are refused %s', async (_, times) => {
    const { breaker } = breakerOf(times, async () => undefined);
    const { promise, resolve } = held();
    const runs = [1, 2, 3].map(() => breaker.run(COMPANY, () => promise).catch((error: unknown) => error));
    await delay(20);
    const last = breaker.run(COMPANY, () => promise);
    await expect(last).rejects.toThrow(NodeUnavailable);
    resolve(undefined);
    await Promise.all(runs);
  });

  it('may take long on a node that answers', async () => {
    const { breaker, probes, changes } = breakerOf({ lateMs: 1, answerMs: 50 }, async () => undefined);
    await breaker.run(COMPANY, () => delay(100));
    expect(probes).toEqual([COMPANY]);
    expect(changes).toEqual([]);
  });
});

describe('a node that hangs', () => {
  it('is asked until it answers, and refuses what waits and what comes in the meantime', async () => {
    let answer = held();
    const { breaker, probes, changes } = breakerOf({ lateMs: 1, answerMs: 20 }, () => answer.promise);
    const hung = held();
    const runs = [1, 2, 3].map(() => breaker.run(COMPANY, () => hung.promise));
    await expect(runs[2]).rejects.toThrow(NodeUnavailable);
    await expect(breaker.run(COMPANY, async () => 'begun')).rejects.toThrow(NodeUnavailable);
    expect(changes).toEqual([true]);

    const failed = answer;
    answer = held();
    failed.reject(new Error('cancelled'));
    await until('it is asked again', async () => probes.length > 1);
    expect(changes).toEqual([true]);
    answer.resolve(undefined);
    await until('it answers', async () => changes.length > 1);
    expect(changes).toEqual([true, false]);
    expect(probes).toHaveLength(2);
    hung.resolve(undefined);
    await Promise.all(runs.slice(0, 2));
    await expect(breaker.run(COMPANY, async () => 'begun')).resolves.toBe('begun');
  });

  it('is asked no more when the process ends', async () => {
    const { breaker, probes } = breakerOf({ lateMs: 1, pauseMs: 1 }, async () => {
      breaker.stop();
      throw new Error('given up');
    });
    await breaker.run(COMPANY, () => delay(50));
    expect(probes).toHaveLength(1);
  });
});

describe('companies of several nodes', () => {
  const asked: string[] = [];
  const nodes = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 1],
  ]);
  let isAway = false;
  const breakers = () =>
    new NodeBreakers({
      ...{
        url: '',
        begin: '',
        timeouts: { ...{ statement: 0, lock: 0, idleInTransaction: 0 }, ...{ silence: 0, connect: 0 } },
      },
      poolSize: 3,
      nodesOf: async (companyIds) => {
        asked.push(...companyIds);
        if (isAway) throw new Error('away');
        return nodes;
      },
    });

  it('share the limit of their node, and each is looked up once', async () => {
    const of = breakers();
    const { promise, resolve } = held();
    const begun: string[] = [];
    const runs = ['a', 'c', 'a', 'b', 'nowhere'].map((company) =>
      of.run(company, async () => {
        begun.push(company);
        await promise;
      }),
    );
    await until('four begin', async () => begun.length > 3);
    await delay(1);
    expect(begun.filter((company) => company === 'a' || company === 'c')).toHaveLength(2);
    expect(begun).toHaveLength(4);
    resolve(undefined);
    await Promise.all(runs);
    expect(asked.splice(0).toSorted()).toEqual(['a', 'b', 'c', 'nowhere']);
  });

  it('are looked up again if that failed', async () => {
    const of = breakers();
    isAway = true;
    await expect(of.run('a', async () => 'begun')).rejects.toThrow('away');
    isAway = false;
    await expect(of.run('a', async () => 'begun')).resolves.toBe('begun');
  });
});
