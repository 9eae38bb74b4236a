import { describe, expect, it } from '@jest/globals';
import { operations } from '../document.ts';
import type { Caller } from './requests.ts';
import { type CostOptions, Selection } from './selection.ts';
import { shapesFor } from './shapes-for.ts';

const SOME = ['records_sync', 'records_add', 'series_plant', 'token_issue', 'mqtt_connect'];
const callers = operations().map((operation): Caller => {
  const good = { path: operation.path.replace(/\{[^}]+\}/g, 'x'), own: 200, foreign: 403, body: { a: 1 } };
  return {
    name: `${operation.method} ${operation.path} ${operation.host}`,
    operation,
    good,
    headers: {},
    isKnown: true,
  };
});
const chosen = (options: Partial<CostOptions>, ids?: readonly string[]) => {
  const selection = new Selection({ quick: false, seed: 1, ...options });
  return callers
    .filter(({ operation: { id } }) => ids === undefined || ids.includes(id))
    .map((caller) => [caller.name, selection.of(caller, shapesFor(caller)).map(({ name }) => name)] as const);
};
const tried = (options: Partial<CostOptions>) =>
  chosen(options, SOME).flatMap(([target, names]) => names.map((name) => `${target}, ${name}`));

describe('the selection of requests', () => {
  it('contains every operation of docs/openapi.json', () => {
    for (const [, names] of chosen({})) expect(names.length).toBeGreaterThanOrEqual(40);
  });
  it('is the same for the same seed, and different for another', () => {
    expect(tried({ seed: 2 })).toEqual(tried({ seed: 2 }));
    expect(tried({ seed: 2 })).not.toEqual(tried({ seed: 3 }));
    expect(tried({ quick: true, seed: 2 })).not.toEqual(tried({ quick: true, seed: 3 }));
  });
  it('has a few hundred requests in a short run', () => {
    expect(tried({ quick: true }).length).toBeGreaterThan(100);
    expect(tried({ quick: true }).length).toBeLessThan(500);
  });
  it('finds by name whatever any kind of run has tried, and nothing else', () => {
    const [name = ''] = tried({ quick: true, seed: 5 });
    const found = tried({ seed: 99, shape: [name] });
    expect(found).toContain(name);
    expect(found.filter((each) => !each.includes(name))).toEqual([]);
    expect(tried({ shape: ['no such name'] })).toEqual([]);
  });
});
