import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { MediaWorkerPhotos } from '../adapters/media/media-worker-photos.ts';
import { Roster, type ShiftDraft } from '../domain/index.ts';
import { InMemoryWorkforce } from '../testing/index.ts';
import { aShift } from '../testing/builders.ts';
import { EnlistWorkers } from './enlist-workers.ts';
import { RecordShifts } from './record-shifts.ts';
import { RegisterWorker } from './register-worker.ts';
import { RegisterWorkers } from './register-workers.ts';

const COMPANY = 'company';
const BY = { userId: 'user', idpId: 'acme|ana' };
const clock = new FixedClock('2026-01-31T08:00:00Z');

let workforce: InMemoryWorkforce;
let workerId: string;
beforeEach(async () => {
  workforce = new InMemoryWorkforce();
  const register = new RegisterWorker(
    new RegisterWorkers(workforce, new MediaWorkerPhotos(workforce.media), clock),
  );
  const options = await workforce.run(COMPANY, async (repositories) => repositories.options);
  const people = [{ called: 'Ana Rojas', since: '2019-05-07' as LocalDate }];
  const ids = await new EnlistWorkers(register, options).execute(COMPANY, people, new Roster([]));
  workerId = ids.get('Ana Rojas') as string;
  await workforce.run(COMPANY, async ({ farm: { known } }) => {
    known.projects.set('north', { timezone: 'America/Santiago', active: true });
    known.projects.set('south', { timezone: 'UTC', active: true });
    known.projects.set('sold', { timezone: 'UTC', active: false });
    known.sectors.set('n1', { projectId: 'north', active: true });
  });
});

const shift = (over: Partial<ShiftDraft> = {}) => aShift({ workerId, projectId: 'north', ...over });
const recorded = async (...drafts: ShiftDraft[]) => {
  const outcomes = await new RecordShifts(workforce, clock).execute(COMPANY, BY, drafts);
  return outcomes.map((outcome) => (outcome.kind === 'refused' ? outcome.error.code : outcome.kind));
};

describe('recording shifts', () => {
  it('gives each draft its own outcome, in order', async () => {
    const drafts = [
      shift(),
      shift({ workerId: 'nobody' }),
      shift({ projectId: 'nowhere' }),
      shift({ projectId: 'sold' }),
      shift({ sectorId: 'n9' }),
      shift({ projectId: 'south', sectorId: 'n1' }),
      shift({ sectorId: 'n1' }),
    ];
    expect(await recorded(...drafts)).toEqual([
      ...['created', 'worker_not_found', 'project_not_found', 'project_not_found'],
      ...['sector_not_found', 'sector_not_in_project', 'created'],
    ]);
  });

  it('recognises repeats, also within one call, and keys that were used for something else', async () => {
    const [first, other] = [shift(), shift()];
    const reused = { ...first, notes: 'something else' };
    expect(await recorded(first, first, reused)).toEqual(['created', 'repeated', 'idempotency_key_reused']);
    expect(await recorded(other, first, reused)).toEqual(['created', 'repeated', 'idempotency_key_reused']);
  });

  it('stores each of the same shifts once, however often they are sent', async () => {
    const drafts = Array.from({ length: 20 }, () => shift());
    const all = await Promise.all(Array.from({ length: 5 }, () => recorded(...drafts)));
    expect(all.flat().filter((kind) => kind === 'created')).toHaveLength(drafts.length);
    expect(all.flat().filter((kind) => kind === 'repeated')).toHaveLength(4 * drafts.length);
  });
});
