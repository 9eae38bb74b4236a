import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseUnavailable } from '@furrow/database/errors';
import {
  type DeviceContext,
  type IngestReport,
  type OnIngested,
  UnstorableReadings,
} from '@furrow/telemetry';
import { CompanyTurns, CountLimit } from '../company-turns.ts';
import { MemoryBudget } from '../memory/memory-budget.ts';
import { DeviceQueue, type QueueHost, type Telemetry } from './device-queue.ts';
import { Lag } from './lag.ts';
import type { Wait } from '@furrow/http/limits';

const MIB = 1_048_576;
const DEVICE: DeviceContext = { companyId: 'c', deviceId: 'd', projectId: 'p', sectorId: null };

class Breaker implements Partial<QueueHost['breaker']> {
  isOpen = false;
  #waiting: (() => void)[] = [];

  trip(): void {
    this.isOpen = true;
  }

  reset(): void {
    // expected to fail here
  }

  whenClosed(resume: () => void): void {
    this.#waiting.push(resume);
  }

  forget(): void {
    this.#waiting = [];
  }

  close(): void {
    this.isOpen = false;
    for (const resume of this.#waiting.splice(0)) resume();
  }
}

/** A database whose answers a test gives. */
class Host implements QueueHost {
  readonly breaker = new Breaker();
  readonly lag = new Lag(() => undefined);
  readonly memory = new MemoryBudget();
  turns = new CompanyTurns(new CountLimit(100));
  wait: Wait | undefined;
  readonly asked: { texts: string[]; settle: () => void; fail: (error: Error) => void }[] = [];
  readonly reports: IngestReport[] = [];
  statuses = 0;
  unstorable = 0;
  readonly throttled: Wait[] = [];

  ingest(_device: DeviceContext, messages: readonly Telemetry[], onIngested: OnIngested): void {
    this.asked.push({
      texts: messages.map(({ payload }) => Buffer.from(payload).toString()),
      settle: () => onIngested.stored(messages.map(() => ({ accepted: 1, problems: [] }))),
      fail: (error) => onIngested.failed(error),
    });
  }

  /** Bytes counted as queued or decoded. */
  get kept(): number {
    return this.memory.queued.bytes + this.memory.decoded.bytes;
  }

  waitOf(): Wait | undefined {
    return this.wait;
  }

  take(): void {
    // rates have a spec of their own
  }

  onReports(_device: DeviceContext, _messages: unknown, reports: readonly IngestReport[]): void {
    this.reports.push(...reports);
  }

  onStatuses(count: number): void {
    this.statuses += count;
  }

  onThrottled(_device: DeviceContext, _topic: string, wait: Wait): void {
    this.throttled.push(wait);
  }

  onUnstorable(): void {
    this.unstorable++;
  }
}

describe('the queue of a device', () => {
  let host: Host;
  let queue: DeviceQueue;
  let settled: string[];
  beforeEach(() => {
    host = new Host();
    queue = new DeviceQueue(host, { device: DEVICE });
    settled = [];
  });
  const submit = (...texts: string[]) => {
    for (const text of texts)
      queue.submit({
        topic: 't',
        kind: text === 'status' ? undefined : 'weather',
        payload: Buffer.from(text),
        settle: (error) => settled.push(error ? `${text}: ${error.message}` : text),
      });
  };
  const asked = () => host.asked.map(({ texts }) => texts.join(''));
  const answer = async (error?: Error) => {
    const last = host.asked.at(-1)!;
    if (error) last.fail(error);
    else last.settle();
    await turn();
  };

  it('submits messages together that arrive together, and acknowledges them in order when they are stored', async () => {
    submit('a', 'status', 'b');
    await turn();
    expect([asked(), settled]).toEqual([['ab'], []]);
    await answer();
    expect(settled).toEqual(['a', 'status', 'b']);
    expect([host.reports.length, host.statuses, host.kept, queue.isIdle]).toEqual([2, 1, 0, true]);
  });

  it('starts the next batch when all before it is stored', async () => {
    submit('a');
    await turn();
    submit('b', 'c');
    await turn();
    expect(asked()).toEqual(['a']);
    await answer();
    expect(asked()).toEqual(['a', 'bc']);
  });

  it('submits a limited number of messages at once, and a limited number of bytes', async () => {
    submit(...Array.from({ length: 501 }, () => 'a'));
    await turn();
    await answer();
    await answer();
    submit('x'.repeat(40_000), 'y'.repeat(30_000), 'z'.repeat(200_000));
    await turn();
    for (let i = 0; i < 3; i++) await answer();
    expect(asked().map(({ length }) => length)).toEqual([500, 1, 40_000, 30_000, 200_000]);
  });

  it('takes turns with the queues of others while nothing it sends has to be stored', async () => {
    host.turns = new CompanyTurns(new CountLimit(2));
    host.ingest = (device, messages, onIngested) => {
      order.push(device.companyId);
      onIngested.stored(messages.map(() => ({ accepted: 0, problems: [] })));
    };
    const order: string[] = [];
    const rival = new DeviceQueue(host, { device: { ...DEVICE, companyId: 'rival' } });
    submit(...Array.from({ length: 5 }, () => 'x'.repeat(20_000)));
    rival.submit({ topic: 't', kind: 'weather', payload: Buffer.from('a'), settle: () => undefined });
    await turn();
    expect(order).toEqual(['c', 'c']);
    await turn();
    expect(order).toEqual(['c', 'c', 'c', 'c']);
    await turn();
    expect(order).toEqual(['c', 'c', 'c', 'c', 'rival', 'c']);
  });

  it('acknowledges nothing that failed, waits for the database, and submits all of it again', async () => {
    submit('a');
    await turn();
    await answer();
    submit('b', 'c');
    await turn();
    await answer(new DatabaseUnavailable());
    expect([settled, host.breaker.isOpen]).toEqual([['a'], true]);
    submit('d');
    await turn();
    expect(host.asked).toHaveLength(2);
    host.breaker.close();
    expect(asked()).toEqual(['a', 'bc', 'bcd']);
    await answer();
    expect(settled).toEqual(['a', 'b', 'c', 'd']);
    expect(host.kept).toBe(0);
  });

  it('finds the one message that fails repeatedly for its own reasons, and drops it', async () => {
    submit('a', 'b', 'c');
    const next = async () => {
      for (const { length } = host.asked; host.asked.length === length;) await sleep(10);
    };
    await turn();
    await answer(new Error('broken'));
    await next();
    await answer();
    for (let attempt = 0; attempt < 3; attempt++) {
      await answer(new Error('broken'));
      if (attempt < 2) await next();
    }
    expect(asked()).toEqual(['abc', 'a', 'b', 'b', 'b']);
    expect(settled).toEqual(['a', 'b: broken']);
    expect([host.kept, queue.isIdle]).toEqual([0, true]);
  });

  it('keeps what cannot be stored while that of others is, and closes nothing for them', async () => {
    submit('a', 'b');
    await turn();
    await answer(new UnstorableReadings({ cause: new Error('poison') }));
    expect([host.breaker.isOpen, host.unstorable, settled]).toEqual([false, 1, []]);
    submit('c');
    while (host.asked.length < 2) await sleep(10);
    await answer();
    expect(asked()).toEqual(['ab', 'abc']);
    expect([settled, host.kept]).toEqual([['a', 'b', 'c'], 0]);
  });

  it('continues in batches once a failed message is stored', async () => {
    submit('a', 'b');
    await turn();
    await answer(new Error('a moment’s trouble'));
    submit('c', 'd');
    while (host.asked.length < 2) await sleep(10);
    for (let i = 0; i < 3; i++) await answer();
    expect(asked()).toEqual(['ab', 'a', 'b', 'cd']);
    expect(settled).toEqual(['a', 'b', 'c', 'd']);
  });

  it('waits while too much is decoded and not stored, counts that as lag, and continues', async () => {
    const others = host.memory.decoded.of('others');
    others.add(5 * MIB);
    const more = host.memory.decoded.of('c');
    more.add(3.5 * MIB);
    submit('a', 'b');
    await turn();
    await sleep(2);
    expect(asked()).toEqual([]);
    expect(host.lag.seconds).toBeGreaterThan(0);
    others.add(-5 * MIB);
    while (host.asked.length === 0) await turn();
    submit('c');
    await answer();
    await answer();
    expect([asked(), settled]).toEqual([
      ['ab', 'c'],
      ['a', 'b', 'c'],
    ]);
    expect([host.lag.seconds, host.kept]).toEqual([0, 3.5 * MIB]);
  });

  it('keeps nothing while it waits for memory and its connection is gone', async () => {
    host.memory.decoded.of('c').add(5 * MIB);
    submit('a');
    await turn();
    queue.end(true);
    host.memory.decoded.of('c').add(-5 * MIB);
    for (let i = 0; i < 3; i++) await turn();
    expect([asked(), settled, host.kept, host.lag.seconds]).toEqual([[], [], 0, 0]);
  });

  it('waits for its rate limit, and continues', async () => {
    host.wait = { limit: 'IOT_DEVICE_RATE', rate: 1, ms: 20 };
    submit('a');
    await turn();
    expect([asked(), host.throttled]).toEqual([[], [host.wait]]);
    host.wait = undefined;
    await sleep(50);
    expect(asked()).toEqual(['a']);
  });

  it('still stores what it can after its connection ended', async () => {
    submit('a', 'b');
    queue.end(false);
    await turn();
    expect(asked()).toEqual(['ab']);
  });

  it('keeps nothing after its connection ended while the database is unavailable', async () => {
    host.breaker.trip();
    submit('a', 'b');
    await turn();
    queue.end(false);
    host.breaker.close();
    await turn();
    expect([asked(), host.kept]).toEqual([[], 0]);
    submit('will');
    expect(settled).toEqual(['will: The connection has ended']);
  });
});
