import { describe, expect, it } from '@jest/globals';
import type { Kept } from './census.ts';
import { changesBetween, countsOf, differencesBetween } from './changes.ts';

const quality = (id: string, members: Kept['members']): Kept => ({
  ...{ section: 'qualities', id, name: `key of ${id}`, members },
});

describe('differences', () => {
  it('are listed member by member, at any depth', () => {
    expect(
      differencesBetween(
        { name: 'North', access: { roles: ['admin'], users: [] }, price: 120 },
        { name: 'North', access: { roles: ['admin', 'supervisor'], users: [] }, price: null },
      ),
    ).toEqual([
      { member: 'access.roles', from: ['admin'], to: ['admin', 'supervisor'] },
      { member: 'price', from: 120, to: null },
    ]);
  });

  it('name the items of a list, at any position', () => {
    const [moth, trees, note] = [
      { name: 'moth', label: 'Moth' },
      { name: 'trees', label: 'Trees' },
      { name: 'note', label: 'Note' },
    ];
    const fields = (...list: object[]) => ({ fields: list });
    expect(
      differencesBetween(fields(moth, trees), fields(note, { ...moth, label: 'Grapevine moth' })),
    ).toEqual([
      { member: 'fields.moth.label', from: 'Moth', to: 'Grapevine moth' },
      { member: 'fields.trees', from: trees, to: undefined },
      { member: 'fields.note', from: undefined, to: note },
    ]);
    expect(differencesBetween(fields(moth, trees), fields(trees, moth))).toEqual([
      { member: 'fields (order)', from: ['moth', 'trees'], to: ['trees', 'moth'] },
    ]);
    expect(differencesBetween(fields(moth, trees), fields(moth, trees))).toEqual([]);
  });
});

describe('changes', () => {
  it('count what was created, changed and unchanged', () => {
    const before = [quality('a', { name: 'A' }), quality('b', { name: 'B' })];
    const after = [quality('a', { name: 'A' }), quality('b', { name: 'Other' }), quality('c', { name: 'C' })];
    const changes = changesBetween(before, after);
    expect(changes).toEqual([
      { section: 'qualities', name: 'key of a', change: 'unchanged', members: [] },
      {
        ...{ section: 'qualities', name: 'key of b', change: 'changed' },
        members: [{ member: 'name', from: 'B', to: 'Other' }],
      },
      { section: 'qualities', name: 'key of c', change: 'created', members: [] },
    ]);
    expect(countsOf(changes).qualities).toEqual({ created: 1, changed: 1, unchanged: 1 });
    expect(countsOf(changes).users).toEqual({ created: 0, changed: 0, unchanged: 0 });
  });
});
