import { describe, expect, it } from '@jest/globals';
import { Findings } from '../finding.ts';
import { unusable } from './home.ts';

describe('a home directory that cannot be written', () => {
  it.each([
    ['ENOENT', 'fine', 'is not made yet'],
    ['EROFS', 'fine', 'is read-only'],
    ['EACCES', 'wrong', 'cannot be read and written'],
    [undefined, 'wrong', 'cannot be read and written'],
  ])('for %s is %s', (code, state, message) => {
    const findings = new Findings('FURROW_HOME');
    unusable('/data', code, findings);
    expect(findings.all).toEqual([
      expect.objectContaining({ state, message: expect.stringContaining(message) }),
    ]);
  });
});
