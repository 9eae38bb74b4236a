import { describe, expect, it } from '@jest/globals';
import { type Lender, SharedBuckets } from './shared-buckets.ts';

/** One bucket per key that does not refill by itself. */
class FakeLender implements Lender {
  isThere = true;
  asked = 0;
  readonly #tokens = new Map<string, number>();

  async lend(key: string, _rate: number, burst: number, want: number): Promise<number> {
    this.asked++;
    await Promise.resolve();
    if (!this.isThere) throw new Error('away');
    const tokens = this.#tokens.get(key) ?? burst;
    this.#tokens.set(key, tokens - Math.min(tokens, want));
    return Math.min(tokens, want);
  }

  fill(key: string, tokens: number): void {
    this.#tokens.set(key, tokens);
  }
}

function stage({ rate = 500, processes = 1 } = {}) {
  const lender = new FakeLender();
  const clock = { now: 0 };
  const buckets = Array.from({ length: processes }, () => new SharedBuckets(lender, rate, () => clock.now));
  const take = (times: number, of = 0, key = 'ana') =>
    Promise.all(Array.from({ length: times }, async () => buckets[of]!.take(key)));
  const passed = async (...takes: Promise<number[]>[]) =>
    (await Promise.all(takes)).flat().filter((wait) => wait === 0).length;
  return { lender, clock, take, passed };
}

describe('shared token buckets', () => {
  it('together admit what one bucket holds, and tell refused callers when to come again', async () => {
    const { take, passed } = stage({ processes: 3 });
    expect(await passed(take(700), take(700, 1), take(700, 2))).toBe(1_000);
    expect(await take(3)).toEqual([1, 1, 1]);
    const slow = stage({ rate: 1 });
    expect(await slow.take(4)).toEqual([0, 0, 1, 1]);
  });

  it('count each key separately', async () => {
    const { take, passed } = stage();
    expect(await passed(take(1_500), take(1_500, 0, 'ben'))).toBe(2_000);
  });

  it('ask Redis rarely, for single and concurrent requests, admitted or refused', async () => {
    const { lender, take } = stage();
    for (let i = 0; i < 500; i++) await take(1);
    expect(lender.asked).toBe(20);
    await take(400);
    expect(lender.asked).toBeLessThan(24);
    await take(1_000);
    const asked = lender.asked;
    for (let i = 0; i < 500; i++) expect(await take(1)).toEqual([1]);
    expect(lender.asked).toBe(asked);
  });

  it('ask Redis again shortly after a refusal', async () => {
    const { lender, clock, take } = stage();
    await take(1_001);
    lender.fill('ana', 30);
    expect(await take(1)).toEqual([1]);
    clock.now += 50;
    expect(await take(1)).toEqual([0]);
  });

  it('give unused tokens back', async () => {
    const { lender, clock, take, passed } = stage();
    await take(1);
    lender.fill('ana', 0);
    clock.now += 1_000;
    expect(await passed(take(24))).toBe(0);
  });

  it('count alone while Redis is unavailable, also for requests that wait for it', async () => {
    const { lender, take, passed } = stage({ processes: 2 });
    const waiting = take(10);
    lender.isThere = false;
    expect(await waiting).toEqual(new Array(10).fill(0));
    expect(await passed(take(1_500), take(1_500, 1))).toBe(990 + 1_000);
    lender.isThere = true;
    expect(await passed(take(1_500), take(1_500, 1))).toBe(1_000);
  });
});
