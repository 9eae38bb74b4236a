import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { JointLookUp } from './joint-look-up.ts';

/** Queries that end when they are told to. */
function queries() {
  const sent: { readonly keys: readonly string[]; end(): void; fail(error: Error): void }[] = [];
  const load = (keys: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const known = keys.filter((key) => key !== 'nobody');
    sent.push({
      keys,
      end: () => resolve(new Map(known.map((key) => [key, `value of ${key}`]))),
      fail: reject,
    });
    return promise;
  };
  return { sent, lookUp: new JointLookUp(load, { underWay: 2, size: 3 }) };
}

it('a key is looked up at once, and those asked for meanwhile together', async () => {
  const { sent, lookUp } = queries();
  const found = Promise.all(['a', 'b', 'c', 'd', 'c', 'nobody', 'e'].map((key) => lookUp.get(key)));
  expect(sent.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
  sent[1]?.end();
  await turn();
  expect(sent[2]?.keys).toEqual(['c', 'd']); // three were asked for, one of them twice
  for (let query = 0; query < 4; query++) {
    sent[query]?.end();
    await turn();
  }
  const value = (key: string) => `value of ${key}`;
  expect(await found).toEqual([
    value('a'),
    value('b'),
    value('c'),
    value('d'),
    value('c'),
    undefined,
    value('e'),
  ]);
  expect(sent).toHaveLength(4);
});

it('a failure is that of its query only', async () => {
  const { sent, lookUp } = queries();
  const [first, second, third] = ['a', 'b', 'c'].map((key) => lookUp.get(key));
  const failed = expect(first).rejects.toThrow('away');
  sent[0]?.fail(new Error('away'));
  await failed;
  sent[1]?.end();
  await turn();
  sent[2]?.end();
  expect(await Promise.all([second, third])).toEqual(['value of b', 'value of c']);
});
