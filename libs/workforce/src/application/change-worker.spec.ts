import { beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError, ValidationFailed } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { aPhoto, dataUrlOf, SVG } from '@furrow/media/testing';
import { MediaWorkerPhotos } from '../adapters/media/media-worker-photos.ts';
import type { Worker, WorkerDraft } from '../domain/index.ts';
import { aWorkerDraft, OPTIONS } from '../testing/builders.ts';
import { InMemoryWorkforce } from '../testing/in-memory-workforce.ts';
import { ChangeWorker } from './change-worker.ts';
import { RegisterWorkers } from './register-workers.ts';

const COMPANY = 'company';
const clock = new FixedClock('2026-01-31T08:00:00Z');
let workforce: InMemoryWorkforce;
let register: RegisterWorkers;
let change: ChangeWorker;
beforeEach(async () => {
  clock.set('2026-01-31T08:00:00Z');
  workforce = new InMemoryWorkforce();
  const photos = new MediaWorkerPhotos(workforce.media);
  register = new RegisterWorkers(workforce, photos, clock);
  change = new ChangeWorker(workforce, photos, clock);
  await workforce.run(COMPANY, ({ options }) => options.offer(OPTIONS, false));
});

async function registered(over: WorkerDraft = {}): Promise<Worker> {
  const [outcome] = await register.execute(COMPANY, [aWorkerDraft(over)]);
  if (outcome?.kind === 'refused') throw outcome.error;
  return outcome!.worker;
}

async function changed(worker: Worker, changes: WorkerDraft) {
  clock.advance(1_000);
  await change.execute(COMPANY, worker.id, changes);
  return (await workforce.run(COMPANY, ({ workers }) => workers.find(worker.id)))!.state;
}

const problemsOf = (worker: string, changes: WorkerDraft) =>
  change.execute(COMPANY, worker, changes).then(
    () => [],
    (error: unknown) => {
      if (error instanceof ValidationFailed) return [error.code, ...error.details.map(({ field }) => field)];
      if (error instanceof DomainError) return [error.code];
      throw error;
    },
  );

describe('changing a worker', () => {
  it('keeps what is left out, and the code; null clears', async () => {
    const worker = await registered({ phone: '1', email: 'a@b' });
    expect(await changed(worker, { last_name: ' Lopes ', phone: null, position: 'driver' })).toEqual({
      ...worker.state,
      ...{ lastName: 'Lopes', phone: null, position: 'driver', updatedAt: clock.now() },
    });
  });

  it('changes nothing if nothing differs', async () => {
    const worker = await registered();
    expect(await changed(worker, { last_name: 'López', phone: null })).toEqual(worker.state);
    expect(await changed(worker, {})).toEqual(worker.state);
  });

  it('names every wrong field, also for an unknown worker, and then says that there is none', async () => {
    const { id } = await registered();
    const wrong = { first_name: null, hire_date: 'x', status: 'gone', email: 'nobody', photo: 'x' };
    const fields = ['first_name', 'hire_date', 'status', 'email', 'photo'];
    for (const worker of [id, 'nobody'])
      expect(await problemsOf(worker, wrong)).toEqual(['validation_failed', ...fields]);
    expect(await problemsOf('nobody', { phone: '1' })).toEqual(['worker_not_found']);
    expect(await problemsOf(id, { first_name: '1', last_name: '2' })).toEqual([
      'validation_failed',
      'first_name',
    ]);
  });

  it('lets a worker keep a value that is no longer offered', async () => {
    const worker = await registered();
    await workforce.run(COMPANY, ({ options }) => options.offer({ ...OPTIONS, position: ['driver'] }, true));
    expect(await changed(worker, { phone: '1', position: 'harvester' })).toMatchObject({ phone: '1' });
    await changed(worker, { position: 'driver' });
    expect(await problemsOf(worker.id, { position: 'harvester' })).toEqual(['validation_failed', 'position']);
  });

  it('refuses to make a worker the same person as another active one', async () => {
    const ana = await registered();
    const misspelt = await registered({ last_name: 'Lopes' });
    await expect(change.execute(COMPANY, misspelt.id, { last_name: 'LOPEZ' })).rejects.toMatchObject({
      code: 'worker_exists',
      facts: { workerId: ana.id },
    });
    expect(await problemsOf(misspelt.id, { last_name: 'López', document_id: '7' })).toEqual([
      'worker_exists',
    ]);
    await changed(ana, { document_id: '1' });
    await changed(misspelt, { last_name: 'López', document_id: '2' });
    expect(await problemsOf(misspelt.id, { document_id: null })).toEqual(['worker_exists']);
    await changed(misspelt, { phone: '1' });
  });

  it('lets who has left stand aside, until they come back', async () => {
    const ana = await registered();
    const misspelt = await registered({ last_name: 'Lopes' });
    await changed(ana, { status: 'inactive' });
    await changed(misspelt, { last_name: 'López' });
    expect((await registered()).id).toBe(misspelt.id);
    expect(await problemsOf(ana.id, { status: 'active' })).toEqual(['worker_exists']);
    await changed(ana, { phone: '1' });
  });

  it('replaces and clears the photo, and keeps no other', async () => {
    const photo = async (format: 'jpeg' | 'png') => dataUrlOf(await aPhoto(format));
    const worker = await registered({ photo: await photo('jpeg') });
    const { photoKey } = await changed(worker, { photo: await photo('png') });
    expect(photoKey).not.toBe(worker.state.photoKey);
    expect([...workforce.media.stored.keys()]).toEqual([photoKey]);
    expect(workforce.media.keptKeys).toEqual([photoKey]);
    const notAPhoto = { photo: dataUrlOf(Buffer.from(SVG), 'image/png') };
    expect(await problemsOf(worker.id, notAPhoto)).toEqual(['unsupported_media']);
    expect((await changed(worker, { phone: '1' })).photoKey).toBe(photoKey);
    expect((await changed(worker, { photo: null })).photoKey).toBeNull();
    expect(workforce.media.stored.size).toBe(0);
  });

  it('leaves no photo behind if the change is refused', async () => {
    await registered();
    const misspelt = await registered({ last_name: 'Lopes' });
    const changes = { last_name: 'López', photo: dataUrlOf(await aPhoto()) };
    expect(await problemsOf(misspelt.id, changes)).toEqual(['worker_exists']);
    expect(workforce.media.stored.size).toBe(0);
  });
});

describe('registering a list', () => {
  const outcomesOf = async (drafts: WorkerDraft[], options = {}) =>
    (await register.execute(COMPANY, drafts, options)).map((outcome) =>
      outcome.kind === 'refused' ? outcome.error.code : `${outcome.kind} ${outcome.worker.code}`,
    );

  it('has the outcomes of single registrations in this order', async () => {
    const drafts = [
      aWorkerDraft(),
      aWorkerDraft({ first_name: 'ANA MARIA' }),
      aWorkerDraft({ last_name: 'Luna' }),
      aWorkerDraft({ position: 'pilot' }),
      aWorkerDraft({ document_id: '1' }),
      aWorkerDraft({ document_id: '2' }),
    ];
    const outcomes = [
      ...['created AML0315', 'repeated AML0315', 'created AML0315-2', 'validation_failed'],
      ...['repeated AML0315', 'created AML0315-3'],
    ];
    expect(await outcomesOf(drafts, { dryRun: true })).toEqual(outcomes);
    expect(await outcomesOf(drafts)).toEqual(outcomes);
    expect((await workforce.run(COMPANY, ({ workers }) => workers.find('AML0315')))?.state.documentId).toBe(
      '1',
    );
    expect(await outcomesOf(drafts.slice(0, 3))).toEqual([
      ...['repeated AML0315', 'repeated AML0315', 'repeated AML0315-2'],
    ]);
  });

  it('writes nothing and keeps no photo in a dry run', async () => {
    const draft = aWorkerDraft({ photo: dataUrlOf(await aPhoto()) });
    expect(await outcomesOf([draft], { dryRun: true })).toEqual(['created AML0315']);
    expect(workforce.media.stored.size).toBe(0);
    expect(await workforce.run(COMPANY, ({ workers }) => workers.find('AML0315'))).toBeUndefined();
  });

  it('keeps the photos that somebody has, and no others', async () => {
    const photo = dataUrlOf(await aPhoto());
    const drafts = [aWorkerDraft({ photo }), aWorkerDraft({ photo }), aWorkerDraft({ photo, position: 'x' })];
    await outcomesOf(drafts);
    expect(workforce.media.keptKeys).toHaveLength(1);
    expect(workforce.media.stored.size).toBe(1);
  });
});
