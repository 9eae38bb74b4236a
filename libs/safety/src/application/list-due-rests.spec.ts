import type { LocalDate } from '@furrow/kernel';
import { expect, it } from '@jest/globals';
import { aDue, minutesAgo, NOW } from '../testing/builders.ts';
import { InMemorySafety } from '../testing/in-memory-safety.ts';
import { ListDueRests } from './list-due-rests.ts';

const DAY = NOW.toISOString().slice(0, 10) as LocalDate;
const MINUTE_MS = 60_000;

/** A worker in UTC whose rest was due an hour ago, and who took breaks of so many minutes so long ago. */
async function farmWith(breaks: readonly { readonly ago: number; readonly minutes: number }[]) {
  const transactions = new InMemorySafety();
  transactions.fieldOf('acme').projects.push({ projectId: 'north', timezone: 'UTC' });
  const shiftId = transactions.work('acme', {
    ...{ workerId: 'ana', projectId: 'north', startedAt: minutesAgo(120).getTime(), endedAt: null },
    breaks: breaks.map(({ ago, minutes }) => {
      const from = minutesAgo(ago).getTime();
      return { from, to: from + minutes * MINUTE_MS };
    }),
  });
  const due = aDue({ workerId: 'ana', shiftId, projectId: 'north' });
  await transactions.run('acme', ({ dues }) => dues.add([due]));
  return { due, list: new ListDueRests(transactions) };
}
const today = { projectId: 'north', from: DAY, to: DAY };

it('the break that followed is the first one that is long enough for the rule', async () => {
  const { due, list } = await farmWith([
    { ago: 10, minutes: 30 },
    { ago: 40, minutes: 12 },
    { ago: 50, minutes: 9 },
  ]);
  const { timezone, rests } = await list.execute('acme', today);
  expect(timezone).toBe('UTC');
  const followed = { restedAt: minutesAgo(40), restMinutes: 12 };
  expect(rests).toEqual([{ ...due, worker_name: 'Worker ana', ...followed }]);
});

it('no break followed where none is long enough', async () => {
  const { list } = await farmWith([{ ago: 50, minutes: 9 }]);
  const { rests } = await list.execute('acme', today);
  expect(rests).toMatchObject([{ restedAt: null, restMinutes: null }]);
});

it('projects of the company are listed, for at most 62 days', async () => {
  const { list } = await farmWith([]);
  const far = { ...today, from: '2025-12-01' as LocalDate };
  await expect(list.execute('acme', far)).resolves.toBeDefined();
  const further = { ...today, from: '2025-11-30' as LocalDate };
  await expect(list.execute('acme', further)).rejects.toThrow('at most 62 are allowed');
  await expect(list.execute('other', today)).rejects.toMatchObject({ code: 'project_not_found' });
});
