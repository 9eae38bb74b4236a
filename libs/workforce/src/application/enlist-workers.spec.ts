import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { MediaWorkerPhotos } from '../adapters/media/media-worker-photos.ts';
import { Roster } from '../domain/index.ts';
import { InMemoryWorkforce } from '../testing/index.ts';
import { EnlistWorkers } from './enlist-workers.ts';
import { RegisterWorker } from './register-worker.ts';

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
  const register = new RegisterWorker(workforce, photos, new FixedClock('2026-01-31T08:00:00Z'));
  const options = await workforce.run(COMPANY, async (repositories) => repositories.options);
  const people = called.map((name) => ({ called: name, since: SINCE }));
  return new EnlistWorkers(register, options).execute(COMPANY, people, roster);
}

const stateOf = async (firstName: string, lastName: string) =>
  (
    await workforce.run(COMPANY, ({ workers }) =>
      workers.namesakes(`${firstName}/${lastName}`.toLowerCase(), SINCE),
    )
  )[0]?.state;

describe('enlisting workers', () => {
  it('takes them for active seasonal harvesters, in a company without options too', async () => {
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

  it('gives them what the company offers where it offers something else', async () => {
    await offer({ position: ['picker', 'driver'], status: ['active', 'away'] } as never);
    await enlist('W01');
    expect(await stateOf('Worker', 'W01')).toMatchObject({
      position: 'driver',
      employmentType: 'seasonal',
      status: 'active',
    });
  });

  it('knows another spelling of one and the same', async () => {
    const ids = await enlist('Ana Rojas', 'ANA ROJAS', 'W1', 'w1');
    expect(new Set(ids.values()).size).toBe(2);
  });

  it('says why somebody cannot be registered, and registers the rest', async () => {
    const ids = await enlist('x'.repeat(101), 'Ana Rojas');
    expect([...ids.values()]).toEqual([
      expect.objectContaining({ code: 'validation_failed' }),
      expect.any(String),
    ]);
  });
});
