import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CONFLICT, type Problem } from '../domain/index.ts';
import { placed, weatherAt } from '../testing/builders.ts';
import { GroupCommit } from './group-commit.ts';
import { type PlacedReading, ReadingStore } from './ports.ts';

const readings = (count: number, from = 0, deviceId = 'ws') => {
  const device = { companyId: 'acme', deviceId, projectId: 'north', sectorId: null };
  return Array.from({ length: count }, (_, i) => placed(device, 'weather', weatherAt(from + i)));
};
/** Of each reading whose it is and when it was taken. */
const told = (batch: readonly PlacedReading[]) =>
  batch.map(({ device, reading }) => `${device.deviceId} ${'ts' in reading ? reading.ts : ''}`);

const add = (commits: GroupCommit, all: readonly PlacedReading[]) =>
  new Promise<ReadonlyMap<number, Problem>>((kept, lost) => commits.add({ readings: all, kept, lost }));

/** Keeps what comes until a test lets it go. */
class HeldStore extends ReadingStore {
  readonly batches: (readonly PlacedReading[])[] = [];
  readonly #held: { done: (problems: Map<number, Problem>) => void; fail: (error: Error) => void }[] = [];

  override store(batch: readonly PlacedReading[]): Promise<ReadonlyMap<number, Problem>> {
    this.batches.push(batch);
    return new Promise((done, fail) => this.#held.push({ done, fail }));
  }

  async letGo(problems: Map<number, Problem> | Error = new Map()): Promise<void> {
    const held = this.#held.shift()!;
    if (problems instanceof Error) held.fail(problems);
    else held.done(problems);
    await turn();
  }

  get sizes(): number[] {
    return this.batches.map(({ length }) => length);
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 2));

describe('group commit', () => {
  it('puts what comes in one turn into one flush, and what comes meanwhile into the next', async () => {
    const store = new HeldStore();
    const commits = new GroupCommit(store, { flushes: 1 });
    void add(commits, readings(1));
    void add(commits, readings(2));
    await turn();
    for (let i = 0; i < 5; i++) void add(commits, readings(1));
    await turn();
    expect(store.sizes).toEqual([3]);
    expect(commits.queued).toBe(5);
    await store.letGo();
    expect(store.sizes).toEqual([3, 5]);
  });

  it('has two flushes on their way, of at most so many readings; what is larger goes alone', async () => {
    const store = new HeldStore();
    const commits = new GroupCommit(store, { flushSize: 10, flushes: 2 });
    [4, 4, 4, 30, 1, 1].forEach((size, i) => void add(commits, readings(size, 0, `ws${i}`)));
    await turn();
    expect(store.sizes).toEqual([8, 4]);
    await store.letGo();
    await store.letGo();
    await store.letGo();
    expect(store.sizes).toEqual([8, 4, 30, 2]);
  });

  it('lets a second flush join the first only when it is large enough', async () => {
    const store = new HeldStore();
    const commits = new GroupCommit(store, { flushSize: 10, flushes: 2 });
    const send = async (size: number) => {
      void add(commits, readings(size));
      await turn();
    };
    await send(1);
    await send(9);
    expect([store.sizes, commits.queued]).toEqual([[1], 9]);
    await send(9);
    expect([store.sizes, commits.queued]).toEqual([[1, 9], 9]);
    await store.letGo();
    expect([store.sizes, commits.queued]).toEqual([[1, 9], 9]);
    await store.letGo();
    expect([store.sizes, commits.queued]).toEqual([[1, 9, 9], 0]);
  });

  it('tells everyone about their own readings', async () => {
    const store = new HeldStore();
    const commits = new GroupCommit(store);
    const answers = [add(commits, readings(2)), add(commits, readings(3)), add(commits, [])];
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

  it('puts a flush in the order of devices, and leaves what one of them sent in its own', async () => {
    const store = new HeldStore();
    const commits = new GroupCommit(store);
    void add(commits, readings(2, 5, 'b'));
    void add(commits, readings(1, 0, 'a'));
    void add(commits, readings(1, 0, 'b'));
    await turn();
    expect(store.batches.map(told)).toEqual([['a 0', 'b 5', 'b 6', 'b 0']]);
  });

  it('fails those of a failed flush alone', async () => {
    const store = new HeldStore();
    const commits = new GroupCommit(store, { flushes: 1 });
    const lost = add(commits, readings(1));
    await turn();
    const kept = add(commits, readings(1));
    const failed = expect(lost).rejects.toThrow('away');
    await store.letGo(new Error('away'));
    await failed;
    await store.letGo();
    await expect(kept).resolves.toEqual(new Map());
  });

  it('keeps each reading once, in flushes that are bounded, and so is how many there are at once', async () => {
    const submissions = fc.array(
      fc.record({ deviceId: fc.constantFrom('a', 'b', 'c'), size: fc.integer({ min: 1, max: 7 }) }),
      { maxLength: 30 },
    );
    const limits = fc.record({
      flushSize: fc.integer({ min: 1, max: 9 }),
      flushes: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(submissions, limits, fc.infiniteStream(fc.nat(3)), async (all, limit, turns) => {
        const kept: string[] = [];
        let flying = 0;
        const store = new (class extends ReadingStore {
          override async store(batch: readonly PlacedReading[]) {
            expect(++flying).toBeLessThanOrEqual(limit.flushes);
            const isOne = all.some(({ size }) => size === batch.length);
            if (!isOne) expect(batch.length).toBeLessThanOrEqual(limit.flushSize);
            for (let i = turns.next().value as number; i >= 0; i--)
              await new Promise((resolve) => setImmediate(resolve));
            kept.push(...told(batch));
            flying--;
            return new Map<number, Problem>();
          }
        })();
        const commits = new GroupCommit(store, limit);
        const sent: string[] = [];
        await Promise.all(
          all.map(({ deviceId, size }) => {
            const own = readings(size, sent.length, deviceId);
            sent.push(...told(own));
            return add(commits, own);
          }),
        );
        expect(kept.sort()).toEqual(sent.sort());
        expect(commits.queued).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});
