import { describe, expect, it } from '@jest/globals';
import { operations } from '../document.ts';
import { groupsOf, nameOf } from './groups.ts';

describe('the operations that are looped', () => {
  it('are all of docs/openapi.json, each once', () => {
    const looped = groupsOf(operations(), { quick: false }).flat();
    expect(looped.map(nameOf).toSorted()).toEqual(operations().map(nameOf).toSorted());
  });
  it('share a host with the others of their group', () => {
    for (const group of groupsOf(operations(), { quick: false }))
      expect(new Set(group.map(({ host }) => host)).size).toBe(1);
  });
  it('are a few in a short run, and those of one name if asked for', () => {
    expect(groupsOf(operations(), { quick: true }).flat()).toHaveLength(3);
    const asked = groupsOf(operations(), { quick: false, shape: ['/replay'] })
      .flat()
      .map(nameOf);
    expect(asked.map((name) => name.split(' ')[0]).toSorted()).toEqual(['GET', 'POST']);
    for (const name of asked) expect(name).toMatch(/\/replay$/);
  });
});
