import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@furrow/kernel';
import { Webhook } from './index.ts';

const NOW = new Date('2026-03-01T08:00:00Z');

describe('a webhook', () => {
  it('has a tidy name', () => {
    expect(Webhook.add('  North \n one ', NOW).state).toMatchObject({ name: 'North one', createdAt: NOW });
  });

  it.each(['', ' \t', 'x'.repeat(201)])('is not named %j', (name) => {
    expect(() => Webhook.add(name, NOW)).toThrow(ValidationFailed);
  });

  it('is known by its name in any case', () => {
    const one = Webhook.add('North', NOW);
    expect([one.isNamed('NORTH'), one.isNamed('South')]).toEqual([true, false]);
  });
});
