import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { MediaWorkerPhotos } from '../adapters/media/media-worker-photos.ts';
import { Roster } from '../domain/index.ts';
import { InMemoryWorkforce } from '../testing/index.ts';
import { EnlistWorkers } from './enlist-workers.ts';
import { RegisterWorker } from './register-worker.ts';
import { RegisterWorkers } from './register-workers.ts';

const COMPANY = 'company';
const SINCE = '2019-05-07' as LocalDate;
const NONE = { position: [], employment_type: [], status: [] };

let workforce: InMemoryWorkforce;
let roster: Roster;
beforeEach(() => {
  workforce = new InMemoryWorkforce();
  roster = new Roster([]);
});

const offer = (options: Partial<typeof NONE>) =>
  workforce.run(COMPANY, (repositories) => repositories.options.offer({ ...NONE, ...options }, false));

async function enlist(...called: string[]) {
  const photos = new MediaWorkerPhotos(workforce.media);
  const register = new RegisterWorker(
    new RegisterWorkers(workforce, photos, new FixedClock('2026-01-31T08:00:00Z')),
  );
  const options = await workforce.run(COMPANY, async (repositories) => repositories.options);
  const people = called.map((name) => ({ called: name, since: SINCE }));
  return new EnlistWorkers(register, options).execute(COMPANY, people, roster);
}

const stateOf = async (firstName: string, lastName: string) =>
  (
    await workforce.run(COMPANY, ({ workers }) =>
      workers.namesakes([{ nameKey: `${firstName}/${lastName}`.toLowerCase(), hireDate: SINCE }]),
    )
  )[0]?.state;

describe('enlisting workers', () => {
  it('registers active seasonal harvesters, also in a company without options', async () => {
    const ids = await enlist('W01', 'Ana Rojas');
    expect(await stateOf('Worker', 'W01')).toMatchObject({
      workerId: ids.get('W01'),
      hireDate: SINCE,
      position: 'harvester',
      employmentType: 'seasonal',
      status: 'active',
    });
    expect(roster.find('rojas, ana')).toEqual([ids.get('Ana Rojas')]);
  });

  it('uses the options of the company if it offers others', async () => {
    await offer({ position: ['picker', 'driver'], status: ['active', 'away'] } as never);
    await enlist('W01');
    expect(await stateOf('Worker', 'W01')).toMatchObject({
      position: 'driver',
      employmentType: 'seasonal',
      status: 'active',
    });
  });

  it('recognises another spelling of the same person', async () => {
    const ids = await enlist('Ana Rojas', 'ANA ROJAS', 'W1', 'w1');
    expect(new Set(ids.values()).size).toBe(2);
  });

  it('says why a person cannot be registered, and registers the rest', async () => {
    const ids = await enlist('x'.repeat(101), 'Ana Rojas');
    expect([...ids.values()]).toEqual([
      expect.objectContaining({ code: 'validation_failed' }),
      expect.any(String),
    ]);
  });
});
