import { beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { aPhoto, dataUrlOf, SVG } from '@furrow/media/testing';
import { aWorkerDraft, OPTIONS } from '../testing/builders.ts';
import { InMemoryWorkforce } from '../testing/in-memory-workforce.ts';
import { MediaWorkerPhotos } from '../adapters/media/media-worker-photos.ts';
import { RegisterWorker } from './register-worker.ts';
import { RegisterWorkers } from './register-workers.ts';

const COMPANY = 'company';

describe('registering a worker', () => {
  const clock = new FixedClock('2026-01-31T08:00:00Z');
  let workforce: InMemoryWorkforce;
  let register: RegisterWorker;
  beforeEach(async () => {
    clock.set('2026-01-31T08:00:00Z');
    workforce = new InMemoryWorkforce();
    register = new RegisterWorker(
      new RegisterWorkers(workforce, new MediaWorkerPhotos(workforce.media), clock),
    );
    await workforce.run(COMPANY, ({ options }) => options.offer(OPTIONS, false));
  });
  const registered = (over = {}) => register.execute(COMPANY, aWorkerDraft(over));

  it('returns the worker with a code', async () => {
    const { worker, duplicate } = await registered({ email: 'ana@example.com' });
    expect(duplicate).toBe(false);
    expect([worker.code, worker.fullName]).toEqual(['AML0315', 'Ana María López']);
    expect(worker.state).toMatchObject({
      hireDate: '2025-03-15',
      documentId: null,
      email: 'ana@example.com',
      photoKey: null,
      createdAt: new Date('2026-01-31T08:00:00Z'),
      updatedAt: new Date('2026-01-31T08:00:00Z'),
    });
  });

  it('returns the existing worker, unchanged, for the same person', async () => {
    const first = await registered();
    clock.advance(1_000);
    const again = await registered({ first_name: 'ANA  MARIA', last_name: 'lopez', position: 'driver' });
    expect(again.duplicate).toBe(true);
    expect(again.worker.state).toEqual(first.worker.state);
  });

  it('registers everybody else under a code of their own', async () => {
    const codes: string[] = [];
    for (const over of [{}, { last_name: 'Lagos' }, { last_name: 'Luna' }, { hire_date: '2024-03-15' }])
      codes.push((await registered(over)).worker.code);
    expect(codes).toEqual(['AML0315', 'AML0315-2', 'AML0315-3', 'AML0315-4']);
    expect((await registered({ hire_date: '2025-03-16' })).worker.code).toBe('AML0316');
  });

  it('distinguishes namesakes by their documents', async () => {
    const one = await registered({ document_id: '1.111-1' });
    const two = await registered({ document_id: '2.222-2' });
    expect([one.duplicate, two.duplicate]).toEqual([false, false]);
    expect(two.worker.code).toBe('AML0315-2');
    expect((await registered({ document_id: '22222' })).worker.id).toBe(two.worker.id);
    expect((await registered()).worker.id).toBe(one.worker.id);
  });

  it('adds the document of a worker of whom none was known', async () => {
    const first = await registered();
    clock.advance(1_000);
    const identified = await registered({ document_id: '1.111-1' });
    expect(identified).toMatchObject({ duplicate: true, worker: { id: first.worker.id, code: 'AML0315' } });
    expect(identified.worker.state).toMatchObject({
      documentId: '1.111-1',
      createdAt: new Date('2026-01-31T08:00:00Z'),
      updatedAt: new Date('2026-01-31T08:00:01Z'),
    });
    expect((await registered({ document_id: '2.222-2' })).duplicate).toBe(false);
    expect((await registered({ document_id: '1111-1' })).worker.id).toBe(first.worker.id);
  });

  it('refuses values that no option of the company allows', async () => {
    await expect(registered({ position: 'pilot', status: 'gone' })).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ field: 'position' }, { field: 'status' }].map((problem) =>
        expect.objectContaining(problem),
      ),
    });
  });

  describe('with a photo', () => {
    const photo = async (format: 'jpeg' | 'png' = 'jpeg') => dataUrlOf(await aPhoto(format));

    it('stores it under a key of the worker', async () => {
      const { worker } = await registered({ photo: await photo() });
      expect(workforce.media.keptKeys).toEqual([worker.state.photoKey]);
    });

    it('adds it from a repeat if there was none, and keeps the first one from then on', async () => {
      await registered();
      clock.advance(1_000);
      const { worker, duplicate } = await registered({ photo: await photo() });
      expect({ duplicate, updatedAt: worker.state.updatedAt }).toEqual({
        duplicate: true,
        updatedAt: clock.now(),
      });
      expect(workforce.media.keptKeys).toEqual([worker.state.photoKey]);

      const again = await registered({ photo: await photo('png') });
      expect(again.worker.state).toEqual(worker.state);
      expect([...workforce.media.stored.keys()]).toEqual([worker.state.photoKey]);
    });

    it('stores nothing if anything is wrong', async () => {
      const wrong = [
        [{ photo: 'no data URL', position: 'pilot' }, 'validation_failed'],
        [{ photo: await photo(), position: 'pilot' }, 'validation_failed'],
        [{ photo: dataUrlOf(Buffer.from(SVG), 'image/png') }, 'unsupported_media'],
        [{ photo: dataUrlOf(Buffer.alloc(13 * 1024 * 1024)) }, 'media_too_large'],
      ] as const;
      for (const [over, code] of wrong) await expect(registered(over)).rejects.toMatchObject({ code });
      await expect(registered(wrong[0][0])).rejects.toMatchObject({
        details: [
          expect.objectContaining({ field: 'position' }),
          expect.objectContaining({ field: 'photo' }),
        ],
      });
      expect(workforce.media.stored.size).toBe(0);
    });

    it('leaves nothing behind when the registration itself fails', async () => {
      const run = workforce.run.bind(workforce);
      let turns = 0;
      workforce.run = (company, work) =>
        ++turns === 2 ? Promise.reject(new Error('half way')) : run(company, work);
      await expect(registered({ photo: await photo() })).rejects.toThrow('half way');
      expect(workforce.media.stored.size).toBe(0);
    });
  });
});
