import { ValidationFailed } from '@furrow/kernel';
import { expect, it } from '@jest/globals';
import { MAX_BULK_ITEMS } from './bulk-schema.ts';
import { syncInBulk } from './bulk-sync.ts';

it('serves other requests while the items of a bulk body are checked', async () => {
  const checked = [0];
  let turn = setImmediate(function next() {
    checked.push(0);
    turn = setImmediate(next);
  });
  const kind = {
    ...{ list: 'items', id: 'itemId', fields: new Set<string>() },
    draftOf: () => {
      checked[checked.length - 1]! += 1;
      throw new ValidationFailed([{ field: 'units', message: 'is required' }]);
    },
  };
  const members = { items: Array.from({ length: MAX_BULK_ITEMS }, () => ({})) };
  const body = { members, problems: [], problemsOfItems: new Map() };
  const { summary } = await syncInBulk<object>(kind, body, false, async () => []);
  clearImmediate(turn);
  expect(summary.failed).toBe(MAX_BULK_ITEMS);
  expect(Math.max(...checked)).toBeLessThanOrEqual(100);
});
