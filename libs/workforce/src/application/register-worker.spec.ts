import { beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { aStatement, OPTIONS } from '../testing/builders.ts';
import { InMemoryWorkforce } from '../testing/in-memory-workforce.ts';
import { RegisterWorker } from './register-worker.ts';
import { workerView } from './worker-view.ts';

const COMPANY = 'company';

describe('registering a worker', () => {
  const clock = new FixedClock('2026-01-31T08:00:00Z');
  let workforce: InMemoryWorkforce;
  let register: RegisterWorker;
  beforeEach(async () => {
    clock.set('2026-01-31T08:00:00Z');
    workforce = new InMemoryWorkforce();
    register = new RegisterWorker(workforce, clock);
    await workforce.run(COMPANY, ({ options }) => options.offer(OPTIONS, false));
  });
  const registered = (over = {}) => register.execute(COMPANY, aStatement(over));

  it('answers the worker with a code', async () => {
    const { worker, duplicate } = await registered({ email: 'ana@example.com' });
    expect(duplicate).toBe(false);
    expect(workerView(worker)).toEqual({
      id: worker.id,
      worker_id: 'AML0315',
      first_name: 'Ana María',
      last_name: 'López',
      full_name: 'Ana María López',
      hire_date: '2025-03-15',
      position: 'harvester',
      employment_type: 'seasonal',
      status: 'active',
      document_id: null,
      phone: null,
      email: 'ana@example.com',
      photo_url: null,
      created_at: '2026-01-31T08:00:00.000Z',
      updated_at: '2026-01-31T08:00:00.000Z',
    });
  });

  it('answers the same person with the worker that exists, as it is', async () => {
    const first = await registered();
    clock.advance(1_000);
    const again = await registered({ first_name: 'ANA  MARIA', last_name: 'lopez', position: 'driver' });
    expect(again.duplicate).toBe(true);
    expect(workerView(again.worker)).toEqual(workerView(first.worker));
  });

  it('lets everybody else in under a code of their own', async () => {
    const codes: string[] = [];
    for (const over of [{}, { last_name: 'Lagos' }, { last_name: 'Luna' }, { hire_date: '2024-03-15' }])
      codes.push((await registered(over)).worker.code);
    expect(codes).toEqual(['AML0315', 'AML0315-2', 'AML0315-3', 'AML0315-4']);
    expect((await registered({ hire_date: '2025-03-16' })).worker.code).toBe('AML0316');
  });

  it('tells namesakes apart by their documents', async () => {
    const one = await registered({ document_id: '1.111-1' });
    const two = await registered({ document_id: '2.222-2' });
    expect([one.duplicate, two.duplicate]).toEqual([false, false]);
    expect(two.worker.code).toBe('AML0315-2');
    expect((await registered({ document_id: '22222' })).worker.id).toBe(two.worker.id);
    expect((await registered()).worker.id).toBe(one.worker.id);
  });

  it('takes on the document of somebody of whom none was known', async () => {
    const first = await registered();
    clock.advance(1_000);
    const identified = await registered({ document_id: '1.111-1' });
    expect(identified).toMatchObject({ duplicate: true, worker: { id: first.worker.id, code: 'AML0315' } });
    expect(workerView(identified.worker)).toMatchObject({
      document_id: '1.111-1',
      created_at: '2026-01-31T08:00:00.000Z',
      updated_at: '2026-01-31T08:00:01.000Z',
    });
    expect((await registered({ document_id: '2.222-2' })).duplicate).toBe(false);
    expect((await registered({ document_id: '1111-1' })).worker.id).toBe(first.worker.id);
  });

  it('refuses what no option of the company allows', async () => {
    await expect(registered({ position: 'pilot', status: 'gone' })).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ field: 'position' }, { field: 'status' }].map((problem) =>
        expect.objectContaining(problem),
      ),
    });
  });
});
