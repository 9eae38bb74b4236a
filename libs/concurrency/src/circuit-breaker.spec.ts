import { afterEach, describe, expect, it } from '@jest/globals';
import { CircuitBreaker, type CircuitBreakerOptions } from './circuit-breaker.ts';

const NEVER_MS = 600_000;
const made: CircuitBreaker[] = [];
afterEach(() => made.splice(0).forEach((breaker) => breaker.stop()));

/** What is protected: each probe ends as a test says. */
function breakerOf(options: Partial<CircuitBreakerOptions> = {}) {
  const probes: PromiseWithResolvers<undefined>[] = [];
  const changes: unknown[] = [];
  let onProbe: () => void = () => undefined;
  const breaker = new CircuitBreaker({
    ...{ pauseMs: 1, longestPauseMs: 1 },
    probe: () => {
      const probe = Promise.withResolvers<undefined>();
      probes.push(probe);
      onProbe();
      return probe.promise;
    },
    onChange: (isOpen, cause) => changes.push(isOpen ? cause : 'closed'),
    ...options,
  });
  made.push(breaker);
  const probed = async (count: number) => {
    while (probes.length < count) await new Promise<void>((resolve) => (onProbe = resolve));
    return probes[count - 1] as PromiseWithResolvers<undefined>;
  };
  return { breaker, probes, changes, probed };
}

const closed = (breaker: CircuitBreaker) => new Promise<void>((resolve) => breaker.whenClosed(resolve));

describe('a circuit breaker', () => {
  it('that is tripped is open until a probe is answered', async () => {
    const { breaker, probes, changes, probed } = breakerOf();
    breaker.trip('away');
    breaker.trip('again');
    expect([breaker.isOpen, probes.length]).toEqual([true, 0]);
    const resumed: string[] = [];
    const forgotten = () => resumed.push('forgotten');
    breaker.whenClosed(forgotten);
    breaker.whenClosed(() => resumed.push('waiting'));
    breaker.forget(forgotten);
    const isClosed = closed(breaker);
    (await probed(1)).reject(new Error('still away'));
    (await probed(2)).resolve(undefined);
    await isClosed;
    expect([breaker.isOpen, breaker.openForSeconds]).toEqual([false, 0]);
    expect(changes).toEqual(['away', 'closed']);
    expect(resumed).toEqual(['waiting']);
    breaker.trip('later');
    expect(breaker.openForSeconds).toBeGreaterThan(0);
    (await probed(3)).resolve(undefined);
  });

  it('that is checked stays closed if a probe is answered, and opens if it fails', async () => {
    const { breaker, probes, changes, probed } = breakerOf({ answerMs: NEVER_MS });
    breaker.check();
    breaker.check();
    expect(probes).toHaveLength(1);
    probes[0]?.resolve(undefined);
    await new Promise(setImmediate);
    expect(changes).toEqual([]);
    breaker.check();
    const reason = new Error('refused');
    probes[1]?.reject(reason);
    (await probed(3)).resolve(undefined);
    await closed(breaker);
    expect(changes).toEqual([reason, 'closed']);
  });

  it('that is checked opens if no answer comes in time, and closes when it comes', async () => {
    const opened = Promise.withResolvers<undefined>();
    const { breaker, probes } = breakerOf({ answerMs: 1, onChange: () => opened.resolve(undefined) });
    breaker.check();
    await opened.promise;
    expect([breaker.isOpen, probes.length]).toEqual([true, 1]);
    const isClosed = closed(breaker);
    probes[0]?.resolve(undefined);
    await isClosed;
  });

  it('that is stopped probes no more, and stays as it is', async () => {
    const { breaker, probes, changes, probed } = breakerOf();
    breaker.trip('away');
    const probe = await probed(1);
    breaker.stop();
    probe.resolve(undefined);
    await new Promise(setImmediate);
    breaker.check();
    expect([breaker.isOpen, probes.length, changes]).toEqual([true, 1, ['away']]);
  });
});
