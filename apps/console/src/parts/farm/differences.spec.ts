import { describe, expect, it } from '@jest/globals';
import { differences } from './differences.ts';

const field = (name: string, label: string) => ({ name, label, type: 'text' });
const form = { key: 'scout', name: 'Scouting', access: { roles: ['supervisor'], users: [] } };

describe('differences between two states of an item', () => {
  it('are told by member, and by the names of items in lists', () => {
    const before = { ...form, subtype: null, fields: [field('a', 'A'), field('b', 'B')] };
    const after = { ...form, subtype: 'pests', access: null, fields: [field('b', 'Be'), field('c', 'C')] };
    expect(differences(before, after)).toEqual([
      { path: 'access.roles', before: 'supervisor', after: undefined },
      { path: 'fields', before: 'a, b', after: 'b, c' },
      { path: 'fields.a.name', before: 'a', after: undefined },
      { path: 'fields.a.label', before: 'A', after: undefined },
      { path: 'fields.a.type', before: 'text', after: undefined },
      { path: 'fields.b.label', before: 'B', after: 'Be' },
      { path: 'subtype', before: undefined, after: 'pests' },
      { path: 'fields.c.name', before: undefined, after: 'c' },
      { path: 'fields.c.label', before: undefined, after: 'C' },
      { path: 'fields.c.type', before: undefined, after: 'text' },
    ]);
  });

  it('are all members of a new item, and none of an equal one', () => {
    expect(differences(null, { key: 'a', decimals: 0, required: false })).toEqual([
      { path: 'key', before: undefined, after: 'a' },
      { path: 'decimals', before: undefined, after: '0' },
      { path: 'required', before: undefined, after: 'false' },
    ]);
    expect(differences(form, { ...form, subtype: null })).toEqual([]);
  });
});
