import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@furrow/kernel';
import { {{Object}} } from './index.ts';

const NOW = new Date('2026-03-01T08:00:00Z');

describe('{{aObject}}', () => {
  it('has a normalized name', () => {
    expect({{Object}}.add('  North \n one ', NOW).state).toMatchObject({ name: 'North one', createdAt: NOW });
  });

  it.each(['', ' \t', 'x'.repeat(201)])('is not named %j', (name) => {
    expect(() => {{Object}}.add(name, NOW)).toThrow(ValidationFailed);
  });

  it('is found by its name, ignoring case', () => {
    const one = {{Object}}.add('North', NOW);
    expect([one.isNamed('NORTH'), one.isNamed('South')]).toEqual([true, false]);
  });
});
