import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CONFLICT, type Problem } from '../domain/index.ts';
import { placed, weatherAt } from '../testing/builders.ts';
import { GroupCommit } from './group-commit.ts';
import { type PlacedReading, ReadingStore } from './ports.ts';

const device = { companyId: 'acme', deviceId: 'ws', projectId: 'north', sectorId: null };
const readings = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => placed(device, 'weather', weatherAt(from + i)));

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
    void commits.add(readings(1));
    void commits.add(readings(2));
    await turn();
    for (let i = 0; i < 5; i++) void commits.add(readings(1));
    await turn();
    expect(store.sizes).toEqual([3]);
    expect(commits.queued).toBe(5);
    await store.letGo();
    expect(store.sizes).toEqual([3, 5]);
  });

  it('has two flushes on their way, of at most so many readings; what is larger goes alone', async () => {
    const store = new HeldStore();
    const commits = new GroupCommit(store, { flushSize: 10, flushes: 2 });
    for (const size of [4, 4, 4, 30, 1, 1]) void commits.add(readings(size));
    await turn();
    expect(store.sizes).toEqual([8, 4]);
    await store.letGo();
    await store.letGo();
    expect(store.sizes).toEqual([8, 4, 30, 2]);
  });

  it('tells everyone about their own readings', async () => {
    const store = new HeldStore();
    const commits = new GroupCommit(store);
    const answers = [commits.add(readings(2)), commits.add(readings(3)), commits.add([])];
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

  it('fails those of a failed flush alone', async () => {
    const store = new HeldStore();
    const commits = new GroupCommit(store, { flushes: 1 });
    const lost = commits.add(readings(1));
    await turn();
    const kept = commits.add(readings(1));
    const failed = expect(lost).rejects.toThrow('away');
    await store.letGo(new Error('away'));
    await failed;
    await store.letGo();
    await expect(kept).resolves.toEqual(new Map());
  });

  it('keeps each reading once and in order, whatever comes when', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 9 }), async (all, flushSize) => {
        const kept: number[] = [];
        const store = new (class extends ReadingStore {
          override async store(batch: readonly PlacedReading[]) {
            await new Promise((resolve) => setImmediate(resolve));
            for (const { reading } of batch) if ('ts' in reading) kept.push(reading.ts);
            return new Map<number, Problem>();
          }
        })();
        const commits = new GroupCommit(store, { flushSize, flushes: 1 });
        let from = 0;
        await Promise.all(
          all.map(async (size) => {
            const own = readings(size, from);
            from += size;
            await commits.add(own);
          }),
        );
        expect(kept).toEqual(Array.from({ length: from }, (_, i) => i));
      }),
      { numRuns: 50 },
    );
  });
});
