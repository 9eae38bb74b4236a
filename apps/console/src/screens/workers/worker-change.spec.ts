import { describe, expect, it } from '@jest/globals';
import type { Worker } from '../../api/types.ts';
import { changeOf, membersOf, takenBack } from './worker-change.ts';
import { draftOf } from './worker-draft.ts';

const ana = {
  ...{ id: '1', worker_id: 'AL1', full_name: 'Ana Lopez', first_name: 'Ana', last_name: 'Lopez' },
  ...{ hire_date: '2026-01-02', position: 'former position', employment_type: 'seasonal', status: 'active' },
  ...{ document_id: null, phone: '123', email: null, group: 'h2a', photo_url: null },
} as unknown as Worker;
const options = {
  position: ['harvester'],
  employment_type: ['seasonal'],
  status: ['active'],
  group: ['h2a'],
};
const draft = draftOf(ana, options, 'UTC');

describe('a change of a worker', () => {
  it('has what differs alone, and null for what is emptied', () => {
    const changed = { ...draft, last_name: 'López', phone: ' ', group: '' };
    expect(changeOf(ana, changed)).toMatchObject({
      before: { last_name: 'Lopez', phone: '123', group: 'h2a' },
      after: { last_name: 'López', phone: null, group: null },
    });
    expect(changeOf(ana, draft).after).toEqual({});
  });

  it('is taken back by the former values', () => {
    const change = changeOf(ana, { ...draft, last_name: 'López', email: 'ana@example.com' });
    expect(takenBack(change)).toMatchObject({
      before: { last_name: 'López', email: 'ana@example.com' },
      after: { last_name: 'Lopez', email: null },
    });
  });

  it('that made the worker is taken back by leaving', () => {
    const change = { worker: ana, before: null, after: membersOf(draft) };
    expect(takenBack(change)).toMatchObject({ before: { status: 'active' }, after: { status: 'inactive' } });
  });
});
