import { describe, expect, it } from '@jest/globals';
import type { Kept, Section } from './census.ts';
import { changesOf } from './farm-items.ts';
import { statedItems } from './stated-items.ts';

const kept = (section: Section, id: string, name: string, members: Kept['members']): Kept => ({
  ...{ section, id, name, members },
});
const stated = (...items: Kept[]) => statedItems(items, new Map());
const quality = (name: string, active = true) => kept('qualities', '1', 'export', { name, active });

describe('the changes of a farm', () => {
  it('are of each item with its former members, as the file states them', () => {
    expect(changesOf(stated(quality('A')), stated(quality('B')), {})).toEqual([
      {
        ...{ kind: 'quality', key: 'export', action: 'updated' },
        before: { key: 'export', name: 'A', status: 'active' },
        after: { key: 'export', name: 'B', status: 'active' },
      },
    ]);
    expect(changesOf([], stated(quality('A')), {})).toMatchObject([{ action: 'created', before: null }]);
    expect(changesOf(stated(quality('A')), stated(quality('A', false)), {})).toMatchObject([
      { action: 'deactivated', after: { status: 'inactive' } },
    ]);
  });

  it('leave out what stands as before, unless the file names it', () => {
    const same = stated(quality('A'));
    expect(changesOf(same, same, { qualities: [{ key: 'local' }] })).toEqual([]);
    expect(changesOf(same, same, { qualities: [{ key: 'export' }] })).toMatchObject([
      { key: 'export', action: 'unchanged' },
    ]);
  });

  it('find invited people by their address, whatever its case, and what they were when they have come', () => {
    const members = { name: 'Eva', email: 'Eva@example.com', role: 'admin', status: 'invited' };
    const invited = stated(kept('users', '7', 'Eva@example.com', { ...members, idpId: null }));
    const asked = { users: [{ email: 'EVA@example.com' }] };
    expect(changesOf(invited, invited, asked)).toMatchObject([
      { kind: 'user', key: 'eva@example.com', action: 'unchanged' },
    ]);
    const come = stated(kept('users', '7', 'idp|eva', { ...members, status: 'active', idpId: 'idp|eva' }));
    expect(changesOf(invited, come, {})).toMatchObject([
      { key: 'idp|eva', action: 'updated', before: { status: 'invited' }, after: { status: 'active' } },
    ]);
  });

  it('tell a rate of a position from that of a group of the same name', () => {
    const rate = (id: string, of: string, hourlyRate: number) =>
      kept('payRates', id, `2026-01-01/${of}/crew`, {
        ...{ validFrom: '2026-01-01', of, target: 'crew', hourlyRate, active: true },
      });
    const before = stated(rate('1', 'position', 10), rate('2', 'group', 12));
    const after = stated(rate('1', 'position', 10), rate('2', 'group', 13));
    expect(changesOf(before, after, { payRates: [{ validFrom: '2026-01-01', position: 'crew' }] })).toEqual([
      expect.objectContaining({ key: '2026-01-01/position/crew', action: 'unchanged' }),
      expect.objectContaining({
        ...{ key: '2026-01-01/group/crew', action: 'updated' },
        before: { validFrom: '2026-01-01', group: 'crew', hourlyRate: 12, status: 'active' },
      }),
    ]);
  });

  it('compare the token that a name has now with the one that it had', () => {
    const token = (id: string, members: object) =>
      kept('apiTokens', id, 'bi', { scopes: ['read:production'], expiresAt: null, ...members });
    const before = stated(token('1', { replaced: false, revoked: true }));
    const after = stated(
      token('1', { replaced: false, revoked: true }),
      token('2', { replaced: false, revoked: false }),
    );
    expect(changesOf(before, after, {})).toMatchObject([
      {
        kind: 'apiToken',
        key: 'bi',
        action: 'updated',
        before: { status: 'inactive' },
        after: { status: 'active' },
      },
    ]);
  });
});
