import { describe, expect, it } from '@jest/globals';
import { problemsIn } from '../check.ts';
import type { Cost } from './bounds.ts';
import { Ledger } from './ledger.ts';

const cost = (heldMs: number, bodyBytes = 100): Cost => ({
  ...{ status: 400, bytesIn: 1_000, bytesOut: bodyBytes + 200, bodyBytes, heldMs },
});
const tried = (shape: string) => ({ target: 'POST /x, by user', shape, size: 15_000 });

describe('the ledger', () => {
  it('reports the worst of each bound, also where nothing is wrong', () => {
    const ledger = new Ledger();
    for (const heldMs of [3, 70, 5]) expect(ledger.add(tried(`${heldMs}`), cost(heldMs))).toEqual([]);
    const checks = ledger.checks(1);
    expect(problemsIn(checks)).toEqual([]);
    const held = checks.find(({ what }) => what.includes('event loop'));
    expect(held).toMatchObject({ asked: 3, detail: 'worst 70 ms: POST /x, by user, 70, 15,000 bytes' });
    // One request counts as one try, however many bounds apply.
    expect(checks.filter(({ isSum }) => isSum !== true)).toEqual([held]);
  });

  it('reports the worst problem first, and how to reproduce it', () => {
    const ledger = new Ledger();
    expect(ledger.add(tried('bad'), cost(300))).toEqual(['heldMs']);
    expect(ledger.add(tried('worse'), { ...cost(900), busiest: 'shapeOf (http/error.js:1)' })).toEqual([
      'heldMs',
    ]);
    const [first = '', second = ''] = ledger.checks(9).flatMap(({ problems }) => problems);
    expect(first).toBe(
      '900 ms for POST /x, by user, worse, 15,000 bytes, most of it in shapeOf (http/error.js:1)\n' +
        '  npm run security -- cost --seed 9 --shape "POST /x, by user, worse"',
    );
    expect(second).toMatch(/^300 ms for POST \/x, by user, bad/);
  });

  it('has a problem for an unanswered request', () => {
    const ledger = new Ledger();
    ledger.unanswered(tried('mute'), new Error('no answer within 120 s'));
    expect(problemsIn(ledger.checks(1))).toEqual([
      'cost, every request answered: POST /x, by user, mute, 15,000 bytes: no answer within 120 s',
    ]);
  });
});
