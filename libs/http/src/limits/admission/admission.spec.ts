import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { type Admission, admission } from './admission.ts';

type Load = 'none' | 'short queue' | 'long wait';

interface Situation {
  readonly acme: Load;
  /** Of the connections that all share. */
  readonly all: Load;
  readonly isBacklogged: boolean;
}

const quiet: Situation = { acme: 'none', all: 'none', isBacklogged: false };

async function outcomeOf(
  { acme, all, isBacklogged }: Situation,
  caller: string | undefined,
  path: string,
): Promise<unknown> {
  let outcome: unknown;
  const loads = (companyId: string | undefined) => (companyId === 'acme' ? [acme, all] : [all]);
  const queues = {
    isBusy: (companyId?: string) => loads(companyId).some((load) => load !== 'none'),
    isCongested: (companyId?: string) => loads(companyId).includes('long wait'),
  };
  const admit = admission({
    ...{ queues, backlog: { isBacklogged }, companyOf: () => caller, shapeOf: () => 'A' },
    refused: { inc: () => undefined } as unknown as Admission['refused'],
  });
  const end = (body: Buffer) => (outcome = (JSON.parse(body.toString()) as { code: string }).code);
  const response = { writeHead: () => ({ end }) } as unknown as Response;
  admit({ path, complete: true, headers: {} } as Request, response, () => (outcome = 'let in'));
  while (outcome === undefined) await turn();
  return outcome;
}

describe('admits or refuses a request by what already waits', () => {
  const [waits, backlogged] = [
    { ...quiet, acme: 'long wait' as const },
    { ...quiet, isBacklogged: true },
  ];
  it.each<[string, Situation, string | undefined, string]>([
    ['nobody waits', quiet, 'acme', 'let in'],
    ['requests of the company wait long', waits, 'acme', 'overloaded'],
    ['requests of another company wait long', waits, 'hill', 'let in'],
    ['requests of a company wait long, and the caller is unknown', waits, undefined, 'let in'],
    ['all wait long for a connection', { ...quiet, all: 'long wait' }, 'hill', 'overloaded'],
    ['all wait long for a connection', { ...quiet, all: 'long wait' }, undefined, 'overloaded'],
    ['connections wait to be accepted, and the database has room', backlogged, 'acme', 'let in'],
    ['both wait', { ...backlogged, acme: 'short queue' }, 'acme', 'overloaded'],
    ['both wait, but none of the company', { ...backlogged, acme: 'short queue' }, 'hill', 'let in'],
    ['both wait, but the caller is unknown', { ...backlogged, acme: 'short queue' }, undefined, 'let in'],
  ])('where %s', async (_, situation, caller, outcome) => {
    expect(await outcomeOf(situation, caller, '/api/control/projects')).toBe(outcome);
  });

  it.each(['/health/ready', '/metrics', '/docs'])('%s is always admitted', async (path) => {
    expect(await outcomeOf({ ...quiet, all: 'long wait' }, undefined, path)).toBe('let in');
  });

  it('a request is refused at once while others wait for the event loop', async () => {
    const outcomes: string[] = [];
    const admit = admission({
      ...{ queues: { isBusy: () => false, isCongested: () => false }, backlog: { isBacklogged: false } },
      ...{ companyOf: ({ headers }) => headers['x-company'] as string, shapeOf: () => 'A' },
      refused: { inc: () => undefined } as unknown as Admission['refused'],
    });
    const ask = (company: string) => {
      const request = { path: '/api/', complete: true, headers: { 'x-company': company } };
      const response = { writeHead: () => ({ end: () => outcomes.push(`${company} refused`) }) };
      admit(request as unknown as Request, response as unknown as Response, () =>
        outcomes.push(`${company} let in`),
      );
    };
    for (let i = 0; i < 64; i++) ask('acme');
    for (const until = performance.now() + 300; performance.now() < until;);
    ask('acme');
    ask('hill');
    expect(outcomes).toEqual(['acme refused']);
    while (outcomes.length < 66) await turn();
    expect(outcomes.slice(0, 4)).toEqual(['acme refused', 'acme let in', 'hill let in', 'acme let in']);
  });
});
