import { expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { {{Object}}Exists } from '../domain/index.ts';
import { InMemory{{Context}} } from '../testing/in-memory-{{context}}.ts';
import { Add{{Object}} } from './add-{{object}}.ts';

const clock = new FixedClock('2026-03-01T08:00:00Z');

it('adds {{aObject}} with the current time', async () => {
  const transactions = new InMemory{{Context}}();
  const added = await new Add{{Object}}(transactions, clock).execute({ companyId: 'acme', name: 'North' });
  expect(added.state).toMatchObject({ name: 'North', createdAt: clock.now() });
  expect(await transactions.run('acme', ({ {{objectsCamel}} }) => {{objectsCamel}}.all())).toEqual([added]);
});

it('refuses a name that is taken in the same company', async () => {
  const add = new Add{{Object}}(new InMemory{{Context}}(), clock);
  await add.execute({ companyId: 'acme', name: 'North' });
  await expect(add.execute({ companyId: 'acme', name: 'NORTH' })).rejects.toThrow({{Object}}Exists);
  await expect(add.execute({ companyId: 'other', name: 'North' })).resolves.toBeDefined();
});
