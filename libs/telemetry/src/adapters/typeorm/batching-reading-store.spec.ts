import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type PlacedReading,
  ReadingStore,
  type StoreRequest,
  UnstorableReadings,
} from '../../application/ports.ts';
import { CONFLICT, type Problem } from '../../domain/index.ts';
import { placed, weatherAt } from '../../testing/builders.ts';
import { BatchingReadingStore } from './batching-reading-store.ts';

const readings = (count: number, from = 0, deviceId = 'ws') => {
  const device = { companyId: 'acme', deviceId, projectId: 'north', sectorId: null };
  return Array.from({ length: count }, (_, i) => placed(device, 'weather', weatherAt(from + i)));
};
/** The device and instant of each reading. */
const readingsIn = (batch: readonly PlacedReading[]) =>
  batch.map(({ device, reading }) => `${device.deviceId} ${'ts' in reading ? reading.ts : ''}`);

/** Holds requests until a test releases them. */
class HeldStore extends ReadingStore {
  readonly batches: (readonly PlacedReading[])[] = [];
  readonly #held: StoreRequest[] = [];

  override submit(request: StoreRequest): void {
    this.batches.push(request.readings);
    this.#held.push(request);
  }

  async letGo(problems: Map<number, Problem> | Error = new Map()): Promise<void> {
    const held = this.#held.shift()!;
    if (problems instanceof Error) held.failed(problems);
    else held.stored(problems);
    await turn();
  }

  get sizes(): number[] {
    return this.batches.map(({ length }) => length);
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 2));

describe('the batching store', () => {
  it('collects the readings of one turn in one batch, and those that arrive meanwhile in the next', async () => {
    const store = new HeldStore();
    const batching = new BatchingReadingStore(store, { inFlight: 1 });
    void batching.store(readings(1));
    void batching.store(readings(2));
    await turn();
    for (let i = 0; i < 5; i++) void batching.store(readings(1));
    await turn();
    expect(store.sizes).toEqual([3]);
    expect(batching.queued).toBe(5);
    await store.letGo();
    expect(store.sizes).toEqual([3, 5]);
  });

  it('has two batches in flight, of limited size; a larger payload is alone in its batch', async () => {
    const store = new HeldStore();
    const batching = new BatchingReadingStore(store, { size: 10, inFlight: 2 });
    [4, 4, 4, 30, 1, 1].forEach((size, i) => void batching.store(readings(size, 0, `ws${i}`)));
    await turn();
    expect(store.sizes).toEqual([8, 4]);
    await store.letGo();
    await store.letGo();
    await store.letGo();
    expect(store.sizes).toEqual([8, 4, 30, 2]);
  });

  it('starts a second batch beside the first only when it is large enough', async () => {
    const store = new HeldStore();
    const batching = new BatchingReadingStore(store, { size: 10, inFlight: 2 });
    const send = async (size: number) => {
      void batching.store(readings(size));
      await turn();
    };
    await send(1);
    await send(9);
    expect([store.sizes, batching.queued]).toEqual([[1], 9]);
    await send(9);
    expect([store.sizes, batching.queued]).toEqual([[1, 9], 9]);
    await store.letGo();
    expect([store.sizes, batching.queued]).toEqual([[1, 9], 9]);
    await store.letGo();
    expect([store.sizes, batching.queued]).toEqual([[1, 9, 9], 0]);
  });

  it('reports to each caller about its own readings', async () => {
    const store = new HeldStore();
    const batching = new BatchingReadingStore(store);
    const answers = [batching.store(readings(2)), batching.store(readings(3)), batching.store([])];
    await turn();
    await store.letGo(
      new Map([
        [1, CONFLICT],
        [2, CONFLICT],
        [4, CONFLICT],
      ]),
    );
    expect((await Promise.all(answers)).map((problems) => [...problems.keys()])).toEqual([[1], [0, 2], []]);
  });

  it('sorts a batch by device, and keeps the order of each device', async () => {
    const store = new HeldStore();
    const batching = new BatchingReadingStore(store);
    void batching.store(readings(2, 5, 'b'));
    void batching.store(readings(1, 0, 'a'));
    void batching.store(readings(1, 0, 'b'));
    await turn();
    expect(store.batches.map(readingsIn)).toEqual([['a 0', 'b 5', 'b 6', 'b 0']]);
  });

  it('fails only the callers of a failed batch', async () => {
    const store = new HeldStore();
    const batching = new BatchingReadingStore(store, { inFlight: 1 });
    const lost = batching.store(readings(1));
    await turn();
    const kept = batching.store(readings(1));
    const failed = expect(lost).rejects.toThrow('away');
    await store.letGo(new Error('away'));
    await failed;
    await store.letGo();
    await expect(kept).resolves.toEqual(new Map());
  });

  it('stores each reading once, in a limited number of batches of limited size', async () => {
    const submissions = fc.array(
      fc.record({ deviceId: fc.constantFrom('a', 'b', 'c'), size: fc.integer({ min: 1, max: 7 }) }),
      { maxLength: 30 },
    );
    const limits = fc.record({
      size: fc.integer({ min: 1, max: 9 }),
      inFlight: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(submissions, limits, fc.infiniteStream(fc.nat(3)), async (all, limit, turns) => {
        const kept: string[] = [];
        let inFlight = 0;
        const store = new (class extends ReadingStore {
          override submit(request: StoreRequest): void {
            void this.#keep(request.readings).then(
              (problems) => request.stored(problems),
              (error: unknown) => request.failed(error),
            );
          }

          async #keep(batch: readonly PlacedReading[]): Promise<Map<number, Problem>> {
            expect(++inFlight).toBeLessThanOrEqual(limit.inFlight);
            const isOne = all.some(({ size }) => size === batch.length);
            if (!isOne) expect(batch.length).toBeLessThanOrEqual(limit.size);
            for (let i = turns.next().value as number; i >= 0; i--)
              await new Promise((resolve) => setImmediate(resolve));
            kept.push(...readingsIn(batch));
            inFlight--;
            return new Map();
          }
        })();
        const batching = new BatchingReadingStore(store, limit);
        const sent: string[] = [];
        await Promise.all(
          all.map(({ deviceId, size }) => {
            const own = readings(size, sent.length, deviceId);
            sent.push(...readingsIn(own));
            return batching.store(own);
          }),
        );
        expect(kept.sort()).toEqual(sent.sort());
        expect(batching.queued).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});

it('the batching store finds the device that fails, stores the others, and then stores it alone until it succeeds', async () => {
  const store = new HeldStore();
  const poison = new UnstorableReadings({ cause: new Error('poison') });
  const batching = new BatchingReadingStore(
    Object.assign(store, { servesOthers: (error: unknown) => Promise.resolve(error === poison) }),
    { inFlight: 1 },
  );
  const outcomes: string[] = [];
  const send = (deviceId: string) => {
    void batching.store(readings(1, 0, deviceId)).then(
      () => outcomes.push(deviceId),
      (error: unknown) => outcomes.push(`${deviceId}: ${String(error === poison)}`),
    );
  };
  for (const deviceId of 'abcd') send(deviceId);
  await turn();
  await store.letGo(poison);
  await store.letGo();
  await store.letGo(poison);
  await store.letGo(poison);
  await store.letGo();
  expect(outcomes).toEqual(['a', 'b', 'c: true', 'd']);
  for (const deviceId of 'abcd') send(deviceId);
  await turn();
  for (let i = 0; i < 3; i++) await store.letGo();
  for (const deviceId of 'abcd') send(deviceId);
  await turn();
  expect(store.batches.map((batch) => batch.map(({ device }) => device.deviceId).join(''))).toEqual([
    ...['abcd', 'ab', 'cd', 'c', 'd'],
    ...['ab', 'c', 'd'],
    'abcd',
  ]);
});
