import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@furrow/kernel';
import { aWorkerDraft, offered } from '../testing/builders.ts';
import { checkedDetails, type WorkerDraft } from './worker-details.ts';
import { WorkerOptions } from './worker-options.ts';

describe('the details of a worker', () => {
  it('are normalised: one blank between words, nothing for blank optional texts', () => {
    const draft = aWorkerDraft({
      first_name: ' Ana \u00A0 María ',
      document_id: ' ',
      phone: '',
      email: ' a@b.cl ',
    });
    expect(checkedDetails(draft, offered)).toEqual({
      firstName: 'Ana María',
      lastName: 'López',
      hireDate: '2025-03-15',
      position: 'harvester',
      employmentType: 'seasonal',
      status: 'active',
      documentId: null,
      phone: null,
      email: 'a@b.cl',
      group: null,
    });
  });

  it('report every wrong field at once, including values that no option allows', () => {
    expect(problemsOf({ position: 'pilot', email: 'nowhere', phone: 5 })).toEqual([
      ['first_name', 'is required, as text'],
      ['last_name', 'is required, as text'],
      ['hire_date', 'must be a date from 1900 on, written YYYY-MM-DD'],
      ['position', 'must be one of: driver, harvester'],
      ['employment_type', 'must be one of: permanent, seasonal'],
      ['status', 'must be one of: active, inactive'],
      ['phone', 'must be text or null'],
      ['email', 'must be an e-mail address'],
    ]);
  });

  it.each([
    ['first_name', 'x'.repeat(101)],
    ['first_name', ['Ana']],
    ['last_name', '  '],
    ['hire_date', '2025-02-30'],
    ['hire_date', '1899-12-31'],
    ['hire_date', '2025-03-15T00:00:00Z'],
    ['position', 'Harvester'],
    ['position', null],
    ['status', { $ne: null }],
    ['document_id', 'x'.repeat(51)],
    ['document_id', 12345678],
    ['phone', 'x'.repeat(51)],
    ['email', `${'x'.repeat(250)}@y.cl`],
  ])('refuse %s to be %j', (field, value) => {
    expect(problemsOf(aWorkerDraft({ [field]: value })).map(([name]) => name)).toEqual([field]);
  });

  it('require a letter in the name, because a code begins with one', () => {
    expect(problemsOf(aWorkerDraft({ first_name: '12', last_name: '?' })).map(([name]) => name)).toEqual([
      'first_name',
    ]);
    expect(problemsOf(aWorkerDraft({ first_name: '12' }))).toEqual([]);
  });

  it('report that a company has no options yet', () => {
    const none = WorkerOptions.of({ position: [], employment_type: [], status: ['active'] });
    expect(problemsOf(aWorkerDraft(), none).map(([field]) => field)).toEqual(['position', 'employment_type']);
  });
});

function problemsOf(draft: WorkerDraft, options = offered): [string, string][] {
  try {
    checkedDetails(draft, options);
    return [];
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return error.details.map(({ field, message }) => [field, message]);
  }
}
