import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GroupCommit } from './group-commit.ts';

interface Commitment {
  readonly companyId: string;
  readonly requests: readonly string[];
  readonly succeed: () => void;
  readonly fail: (error: Error) => void;
}

/** Every commit so far; each is in flight until the test ends it. */
let commits: Commitment[];
let groups: GroupCommit<string, string>;

class Outage extends Error {}

beforeEach(() => {
  commits = [];
  groups = new GroupCommit(
    (companyId, requests) =>
      new Promise((resolve, reject) => {
        const succeed = () => resolve(requests.map((request) => request.toUpperCase()));
        commits.push({ companyId, requests, succeed, fail: reject });
      }),
    (error) => error instanceof Outage,
    { size: 3, joinSize: 4 },
  );
});

const submit = (...requests: string[]) => requests.map((request) => groups.submit('acme', request));
const groupsSoFar = () => commits.map(({ requests }) => requests.join(''));
/** Ends the commits in flight, and those that follow. */
async function settleAll(end = (commit: Commitment) => commit.succeed()) {
  for (let next = 0; next < commits.length; next++) {
    end(commits[next] as Commitment);
    await new Promise(setImmediate);
  }
}

describe('group commit', () => {
  it('commits a lone request at once', async () => {
    const [result] = submit('a');
    expect(groupsSoFar()).toEqual(['a']);
    await settleAll();
    expect(await result).toBe('A');
  });

  it('commits together what arrives during a commit, in order and up to its size', async () => {
    const results = submit('a', 'b', 'c', 'd');
    expect(groupsSoFar()).toEqual(['a']);
    await settleAll();
    expect(groupsSoFar()).toEqual(['a', 'bcd']);
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D']);
    await Promise.all([...submit('e'), settleAll()]);
    expect(groupsSoFar()).toEqual(['a', 'bcd', 'e']);
  });

  it('starts a second group beside the first when enough requests wait, and no third', async () => {
    const results = submit('a', 'b', 'c', 'd', 'e');
    expect(groupsSoFar()).toEqual(['a', 'bcd']);
    results.push(...submit('f', 'g', 'h', 'i'));
    expect(groupsSoFar()).toEqual(['a', 'bcd']);
    await settleAll();
    expect(groupsSoFar()).toEqual(['a', 'bcd', 'efg', 'hi']);
    await Promise.all(results);
  });

  it('makes no company wait for another', () => {
    void groups.submit('acme', 'a');
    void groups.submit('hill', 'b');
    expect(commits.map(({ companyId }) => companyId)).toEqual(['acme', 'hill']);
  });

  it('commits each request alone when a group fails, so that only its own failure affects it', async () => {
    const results = Promise.allSettled(submit('a', 'b', 'c'));
    await settleAll((commit) =>
      commit.requests.includes('b') ? commit.fail(new Error('b')) : commit.succeed(),
    );
    expect(groupsSoFar()).toEqual(['a', 'bc', 'b', 'c']);
    expect(await results).toEqual([
      { status: 'fulfilled', value: 'A' },
      { status: 'rejected', reason: new Error('b') },
      { status: 'fulfilled', value: 'C' },
    ]);
  });

  it('fails all of a group at once if each would fail alone', async () => {
    const results = Promise.allSettled(submit('a', 'b', 'c'));
    await settleAll((commit) => commit.fail(new Outage('no database')));
    expect(groupsSoFar()).toEqual(['a', 'bc']);
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('refuses new requests of a company whose first has waited too long, and of no other', async () => {
    const results = submit('a', 'b');
    const later = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_100);
    try {
      await expect(groups.submit('acme', 'c')).rejects.toMatchObject({ code: 'overloaded' });
      results.push(groups.submit('hill', 'd'));
    } finally {
      later.mockRestore();
    }
    await settleAll();
    results.push(groups.submit('acme', 'e'));
    await settleAll();
    expect(await Promise.all(results)).toEqual(['A', 'B', 'D', 'E']);
  });

  it('continues after a failure', async () => {
    const [failed] = submit('a');
    const refused = expect(failed).rejects.toThrow('once');
    commits[0]?.fail(new Error('once'));
    await refused;
    const [result] = submit('b');
    await settleAll((commit) => commit.succeed());
    expect(await result).toBe('B');
  });
});
