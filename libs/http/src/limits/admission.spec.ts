import { expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { admission } from './admission.ts';

const quiet = { isBusy: false, isCongested: false, isCrowded: false };
const congested = { ...quiet, isBusy: true, isCongested: true };
const crowdedOutside = { ...quiet, isCrowded: true };

function outcomeOf(system: typeof quiet, path: string): unknown {
  let outcome: unknown;
  const door = admission(system, system, (error) => (outcome = (error as { code: string }).code));
  door({ path } as Request, {} as Response, () => (outcome = 'let in'));
  return outcome;
}

it.each([
  ['nobody waits', quiet, '/api/control/projects', 'let in'],
  ['those inside wait for long', congested, '/api/control/projects', 'overloaded'],
  ['a crowd is outside, and somebody could be served', crowdedOutside, '/api/control/projects', 'let in'],
  ['both wait', { ...crowdedOutside, isBusy: true }, '/api/control/projects', 'overloaded'],
  // Monitoring is always admitted.
  ['those inside wait for long', congested, '/health/ready', 'let in'],
  ['those inside wait for long', congested, '/metrics', 'let in'],
  ['those inside wait for long', congested, '/docs', 'let in'],
])('where %s', (_, system, path, outcome) => {
  expect(outcomeOf(system, path)).toBe(outcome);
});
