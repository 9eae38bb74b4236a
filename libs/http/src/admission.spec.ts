import { expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { admission } from './admission.ts';

function outcomeOf(isCongested: boolean, path: string): unknown {
  let outcome: unknown;
  const door = admission({ isCongested }, (error) => (outcome = (error as { code: string }).code));
  door({ path } as Request, {} as Response, () => (outcome = 'let in'));
  return outcome;
}

it.each([
  [false, '/api/control/projects', 'let in'],
  [true, '/api/control/projects', 'overloaded'],
  // Whoever looks after the service is let in all the same.
  [true, '/health/ready', 'let in'],
  [true, '/metrics', 'let in'],
  [true, '/docs', 'let in'],
])('with a congested database (%s) %s is %s', (isCongested, path, outcome) => {
  expect(outcomeOf(isCongested, path)).toBe(outcome);
});
