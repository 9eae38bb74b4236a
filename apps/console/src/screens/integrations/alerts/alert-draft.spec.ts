import { describe, expect, it } from '@jest/globals';
import type { Alert } from '../../../api/types.ts';
import { bodyOf, draftOf, newAlert } from './alert-draft.ts';

const FROST: Alert = {
  ...{ key: 'frost', name: 'Frost', kind: 'threshold', project: 'north', projectId: 'p1', device: 'ws-01' },
  ...{ metric: 'te', above: null, below: -0.5, for: '10m', clearBy: 1, state: 'ok', devices: [] },
  ...{ counts: { ok: 0, pending: 0, firing: 0, no_data: 0 }, setAside: 0 },
};

describe('a rule in a form', () => {
  it('is saved as it was when nothing was changed', () => {
    expect(bodyOf(draftOf(FROST))).toEqual({
      ...{ name: 'Frost', kind: 'threshold', project: 'p1', device: 'ws-01', for: '10m' },
      ...{ metric: 'te', below: -0.5, clearBy: 1 },
    });
    expect(bodyOf(draftOf({ ...FROST, above: 35, below: null }))).toMatchObject({ above: 35 });
  });

  it('offers a limit where it watched for silence, as a new one does', () => {
    const silent: Alert = { ...FROST, kind: 'silent', metric: null, below: null, clearBy: 0 };
    expect(draftOf(silent)).toMatchObject({ metric: 'te', side: 'below', limit: '0', clearBy: '1' });
  });

  it('says nothing of a limit where it watches for silence', () => {
    expect(bodyOf({ ...newAlert('p1'), name: ' Quiet ' })).toEqual({
      ...{ name: 'Quiet', kind: 'silent', project: 'p1', device: null, for: '1h' },
    });
  });
});
