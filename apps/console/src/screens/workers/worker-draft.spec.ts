import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { WorkerOptions } from '../../api/types.ts';
import { draftOf } from './worker-draft.ts';

const OPTIONS = { position: [], employment_type: [], status: [], group: [] } as unknown as WorkerOptions;

// Late on Saturday in Santiago, and Sunday on the devices of these tests.
beforeEach(() => void jest.useFakeTimers({ now: new Date('2026-03-01T02:30:00Z') }));
afterEach(() => void jest.useRealTimers());

it('a new worker is hired on the day of the farm, not on that of the device', () => {
  expect(draftOf(undefined, OPTIONS, 'America/Santiago').hire_date).toBe('2026-02-28');
});
