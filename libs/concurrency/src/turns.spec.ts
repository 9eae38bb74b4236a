import { expect, it } from '@jest/globals';
import { Turns } from './turns.ts';

const turnsOf = (...items: string[]) => {
  const turns = new Turns<string>();
  for (const item of items) turns.add(item.charAt(0), item);
  return turns;
};
const all = (turns: Turns<string>) => {
  const taken: string[] = [];
  for (let item = turns.take(); item !== undefined; item = turns.take()) taken.push(item);
  return taken;
};

it('companies take turns, each with its items in order', () => {
  const turns = turnsOf('a1', 'a2', 'a3', 'b1', 'c1', 'b2');
  expect(all(turns)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect([turns.isEmpty, turns.take()]).toEqual([true, undefined]);
});

it('an item that waits already keeps its place', () => {
  expect(all(turnsOf('a1', 'a2', 'a1'))).toEqual(['a1', 'a2']);
});

it('nobody overtakes an item that does not fit', () => {
  const turns = turnsOf('a1', 'b1');
  expect(turns.take((item) => item !== 'a1')).toBeUndefined();
  expect(all(turns)).toEqual(['a1', 'b1']);
});
