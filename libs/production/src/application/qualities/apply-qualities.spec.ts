import { expect, it } from '@jest/globals';
import { InMemoryQualityRepository } from '../../testing/in-memory-production.ts';
import { ApplyQualities } from './apply-qualities.ts';

const register = new InMemoryQualityRepository();
const apply = (names: Record<string, string>, prune = false) =>
  new ApplyQualities(register).execute(
    Object.entries(names).map(([key, name]) => ({ key, name })),
    { prune },
  );

it('apply creates, renames, keeps and, when it prunes, deactivates qualities; their ids never change', async () => {
  const first = await apply({ export: 'Export', local: 'Local' });
  expect(Object.keys(first)).toEqual(['export', 'local']);

  const second = await apply({ export: 'Export grade' });
  expect(second).toEqual({ export: first['export'] });
  expect(register.byKey.get('export')).toMatchObject({ name: 'Export grade', active: true });
  expect(register.byKey.get('local')).toMatchObject({ name: 'Local', active: true });

  await apply({ export: 'Export grade' }, true);
  expect(register.byKey.get('local')?.active).toBe(false);
  expect(await apply({ local: 'Local' })).toEqual({ local: first['local'] });
  expect(register.byKey.get('local')?.active).toBe(true);
});
