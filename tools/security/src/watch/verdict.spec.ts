import { describe, expect, it } from '@jest/globals';
import { isDoubtful, LENIENT, LIMITS, type Observed, problemsOf } from './verdict.ts';

const MIB = 1_048_576;
const api = { name: 'the API', heldMs: 20, grownBytes: 50 * MIB, keptBytes: MIB };
const others = { problems: [], served: 300, longestMs: 900, p99Ms: 400 };
const alone = { ...others, p99Ms: 30, longestMs: 40 };
/** More than one of twenty. */
const REFUSED = Array<string>(16).fill('it was answered 503');
const fine: Observed = { processes: [api], others, alone };
const withApi = (over: Partial<typeof api> & { ended?: NodeJS.Signals }): Observed => ({
  ...fine,
  processes: [{ ...api, ...over }],
});
const withOthers = (over: Partial<Observed['others']>): Observed => ({
  ...fine,
  others: { ...others, ...over },
});

describe('an attack within its limits', () => {
  it('has no problems', () => expect(problemsOf(fine, LIMITS)).toEqual([]));
});

describe('an attack beyond a limit', () => {
  it.each<[string, Observed, boolean]>([
    ['the event loop of the API was blocked for 251 ms', withApi({ heldMs: 251 }), true],
    ['the API grew by 513 MiB', withApi({ grownBytes: 513 * MIB }), false],
    ['the API kept 17 MiB', withApi({ keptBytes: 17 * MIB }), false],
    ['the API ended (SIGABRT)', withApi({ ended: 'SIGABRT', heldMs: 9_000 }), false],
    ['another company waited 1001 ms at the 99th percentile', withOthers({ p99Ms: 1_001 }), true],
    ['another company waited 6000 ms at the 99th percentile', withOthers({ p99Ms: 6_000 }), false],
    ['no request of another company was served', withOthers({ served: 0 }), false],
    [
      '1 requests of another company failed; the first: it was answered 503',
      withOthers({ problems: ['it was answered 503'] }),
      true,
    ],
    [
      '16 requests of another company failed; the first: it was answered 503',
      withOthers({ problems: REFUSED }),
      false,
    ],
  ])('is reported: %s', (problem, observed, mayBeTheMachine) => {
    expect(problemsOf(observed, LIMITS)).toEqual([problem]);
    expect(isDoubtful(observed, LIMITS)).toBe(mayBeTheMachine);
  });
  it('is none of the machine’s where something else is wrong too', () => {
    const both: Observed = { ...withApi({ heldMs: 300 }), others: { ...others, problems: REFUSED } };
    expect(isDoubtful(both, LIMITS)).toBe(false);
  });
  it('may be the machine’s where the other company was served badly before it too', () => {
    const refused = withOthers({ problems: REFUSED });
    expect(isDoubtful({ ...refused, alone: { ...alone, p99Ms: 501 } }, LIMITS)).toBe(true);
    expect(isDoubtful({ ...refused, alone: { ...alone, problems: ['refused'] } }, LIMITS)).toBe(true);
    expect(isDoubtful({ ...withApi({ ended: 'SIGABRT' }), alone: { ...alone, p99Ms: 501 } }, LIMITS)).toBe(
      false,
    );
    expect(isDoubtful({ ...fine, alone: { ...alone, p99Ms: 501 } }, LIMITS)).toBe(false);
  });
  it('may take ten times as long on a busy machine, and no more', () => {
    expect(problemsOf(withApi({ heldMs: 2_499 }), LENIENT)).toEqual([]);
    expect(problemsOf(withApi({ heldMs: 2_501 }), LENIENT)).toHaveLength(1);
  });
});
