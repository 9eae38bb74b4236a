import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GroupCommit, type GroupedRequest } from './group-commit.ts';

interface Request extends GroupedRequest {
  readonly name: string;
  readonly resolve: (name: string) => void;
}

interface Commitment {
  readonly key: string;
  readonly names: string;
  readonly succeed: () => void;
  readonly fail: (error: Error) => void;
}

/** Every commit so far; each is in flight until the test ends it. */
let commits: Commitment[];
let groups: GroupCommit<Request>;

class Outage extends Error {}

const turn = () => new Promise(setImmediate);

beforeEach(() => {
  commits = [];
  groups = new GroupCommit<Request>(
    {
      commit: (key, requests) =>
        new Promise((committed, fail) => {
          const succeed = () =>
            committed(() => requests.forEach(({ name, resolve }) => resolve(name.toUpperCase())));
          commits.push({ key, names: requests.map(({ name }) => name).join(''), succeed, fail });
        }),
      judge: (error) => ({ concernsAll: error instanceof Outage, reason: error }),
      senderOf: ({ name }) => name,
    },
    { size: 3, joinSize: 4 },
  );
});

const submitTo = (key: string, ...names: string[]) =>
  names.map(
    (name) => new Promise<string>((resolve, failed) => groups.submit(key, { name, resolve, failed })),
  );
const submit = (...names: string[]) => submitTo('acme', ...names);
/** In turns of their own. */
const submitInTurns = async (...names: string[]) => {
  const results: Promise<string>[] = [];
  for (const name of names) {
    results.push(...submit(name));
    await turn();
  }
  return results;
};
const groupsSoFar = () => commits.map(({ names }) => names);
/** Ends the commits in flight, and those that follow. */
async function settleAll(end = (commit: Commitment) => commit.succeed()) {
  await turn();
  for (let next = 0; next < commits.length; next++) {
    end(commits[next] as Commitment);
    await turn();
  }
}

describe('group commit', () => {
  it('commits a lone request at the end of its turn', async () => {
    const [result] = submit('a');
    await new Promise(process.nextTick);
    expect(groupsSoFar()).toEqual(['a']);
    await settleAll();
    expect(await result).toBe('A');
  });

  it('commits together what arrives in one turn, or during a commit, in order and up to its size', async () => {
    const results = submit('a', 'b');
    await turn();
    results.push(...(await submitInTurns('c', 'd')));
    expect(groupsSoFar()).toEqual(['ab']);
    await settleAll();
    expect(groupsSoFar()).toEqual(['ab', 'cd']);
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D']);
    await Promise.all([...submit('e', 'f', 'g', 'h'), settleAll()]);
    expect(groupsSoFar()).toEqual(['ab', 'cd', 'efg', 'h']);
    expect([groups.size, groups.waitingOf('acme')]).toEqual([0, []]);
  });

  it('starts a second group beside the first when a whole one waits, and no third', async () => {
    const results = await submitInTurns('a', 'b', 'c');
    expect(groupsSoFar()).toEqual(['a']);
    results.push(...(await submitInTurns('d')));
    expect(groupsSoFar()).toEqual(['a', 'bcd']);
    results.push(...(await submitInTurns('e', 'f', 'g', 'h')));
    expect(groupsSoFar()).toEqual(['a', 'bcd']);
    expect(groups.waitingOf('acme').map(({ name }) => name)).toEqual(['e', 'f', 'g', 'h']);
    await settleAll();
    expect(groupsSoFar()).toEqual(['a', 'bcd', 'efg', 'h']);
    await Promise.all(results);
  });

  it('makes no key wait for another', async () => {
    void submitTo('acme', 'a');
    void submitTo('hill', 'b');
    await turn();
    expect(commits.map(({ key }) => key)).toEqual(['acme', 'hill']);
  });

  it('halves a group that fails, so that a failure affects its own request only, and commits its next one alone', async () => {
    const results = Promise.allSettled(submit('a', 'b', 'c'));
    const unlessB = (commit: Commitment) =>
      commit.names.includes('b') ? commit.fail(new Error('b')) : commit.succeed();
    await settleAll(unlessB);
    expect(groupsSoFar()).toEqual(['abc', 'ab', 'a', 'b', 'c']);
    expect(await results).toEqual([
      { status: 'fulfilled', value: 'A' },
      { status: 'rejected', reason: new Error('b') },
      { status: 'fulfilled', value: 'C' },
    ]);
    commits = [];
    const again = submit('a', 'b', 'c');
    await settleAll();
    expect(groupsSoFar()).toEqual(['a', 'b', 'c']);
    await Promise.all(again);
    commits = [];
    void submit('a', 'b', 'c');
    await settleAll();
    expect(groupsSoFar()).toEqual(['abc']);
  });

  it('fails all of a group at once if each would fail alone', async () => {
    const results = Promise.allSettled(submit('a', 'b', 'c'));
    await settleAll((commit) => commit.fail(new Outage('no database')));
    expect(groupsSoFar()).toEqual(['abc']);
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('continues after a failure', async () => {
    const [failed] = submit('a');
    const refused = expect(failed).rejects.toThrow('once');
    await settleAll((commit) => commit.fail(new Error('once')));
    await refused;
    const [result] = submit('b');
    await turn();
    commits.at(-1)?.succeed();
    expect(await result).toBe('B');
  });

  it('answers every request once and in order, whatever their sizes and whichever fail', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ size: fc.integer({ min: 1, max: 5 }), fails: fc.boolean() }), { maxLength: 20 }),
        fc.record({ size: fc.integer({ min: 1, max: 6 }), inFlight: fc.integer({ min: 1, max: 2 }) }),
        async (sent, limits) => {
          let inFlight = 0;
          const sized = new GroupCommit<{
            size: number;
            fails: boolean;
            done: () => void;
            failed: () => void;
          }>(
            {
              commit: async (_, requests) => {
                expect(++inFlight).toBeLessThanOrEqual(limits.inFlight);
                const size = requests.reduce((sum, request) => sum + request.size, 0);
                if (requests.length > 1) expect(size).toBeLessThanOrEqual(limits.size);
                await turn();
                inFlight--;
                if (requests.some(({ fails }) => fails)) throw new Error('one of them');
                return () => requests.forEach(({ done }) => done());
              },
              judge: async (reason) => ({ concernsAll: false, reason }),
              sizeOf: ({ size }) => size,
            },
            limits,
          );
          const answers: boolean[] = await Promise.all(
            sent.map(
              (one) =>
                new Promise<boolean>((answer) =>
                  sized.submit('', { ...one, done: () => answer(true), failed: () => answer(false) }),
                ),
            ),
          );
          expect(answers).toEqual(sent.map(({ fails }) => !fails));
          expect(sized.size).toBe(0);
        },
      ),
    ));
});
