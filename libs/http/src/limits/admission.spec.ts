import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { admission } from './admission.ts';

const quiet = { isBusy: false, isCongested: false, isBacklogged: false };
const congested = { ...quiet, isBusy: true, isCongested: true };
const backlogged = { ...quiet, isBacklogged: true };

function outcomeOf(system: typeof quiet, path: string): unknown {
  let outcome: unknown;
  const admit = admission(system, system, (error) => (outcome = (error as { code: string }).code));
  admit({ path } as Request, {} as Response, () => (outcome = 'let in'));
  return outcome;
}

describe('admits or refuses a request by what already waits', () => {
  it.each([
    ['nobody waits', quiet, '/api/control/projects', 'let in'],
    ['requests wait long for the database', congested, '/api/control/projects', 'overloaded'],
    [
      'connections wait to be accepted, and the database has room',
      backlogged,
      '/api/control/projects',
      'let in',
    ],
    ['both wait', { ...backlogged, isBusy: true }, '/api/control/projects', 'overloaded'],
    // Monitoring is always admitted.
    ['requests wait long for the database', congested, '/health/ready', 'let in'],
    ['requests wait long for the database', congested, '/metrics', 'let in'],
    ['requests wait long for the database', congested, '/docs', 'let in'],
  ])('where %s', (_, system, path, outcome) => {
    expect(outcomeOf(system, path)).toBe(outcome);
  });
});
