import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ALERT_STATES, type AlertChange, isRaised } from './alert-evaluation.ts';
import { keptChanges, MAX_CHANGES } from './kept-changes.ts';

/** Each to another state than the one before, of a rule that was ok. */
const changes = fc
  .array(fc.constantFrom(...ALERT_STATES), { maxLength: 60 })
  .map((states) => states.filter((state, index) => state !== (states[index - 1] ?? 'ok')))
  .map((states) => states.map((state, index): AlertChange => ({ state, at: index })));

describe('the reported changes of a rule that flaps', () => {
  it('are all of them up to the maximum, and then the first ones and the last one', () => {
    const flapping = Array.from({ length: 400 }, (_, at): AlertChange => ({
      state: at % 2 === 0 ? 'firing' : 'ok',
      at,
    }));
    expect(keptChanges(flapping.slice(0, MAX_CHANGES))).toEqual({
      ...{ changes: flapping.slice(0, MAX_CHANGES), leftOut: 0 },
    });
    const kept = keptChanges(flapping);
    expect(kept.changes).toEqual([...flapping.slice(0, MAX_CHANGES - 1), flapping[399]]);
    expect(kept.leftOut).toBe(400 - MAX_CHANGES);
  });

  it('end with the true state, alternate, and account for every change', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const { changes: kept, leftOut } = keptChanges(all);
        expect(kept.length).toBeLessThanOrEqual(MAX_CHANGES);
        expect(kept.at(-1)).toEqual(all.at(-1));
        expect(kept.length + leftOut).toBe(all.length);
        const states = ['ok', ...kept.map(({ state }) => state)];
        expect(states.filter((state, index) => index > 0 && state === states[index - 1])).toEqual([]);
      }),
    );
  });

  it('raise an alert again only after it was cleared, where each reading raises or clears it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (count) => {
        const { changes: kept } = keptChanges(
          Array.from({ length: count }, (_, at) => ({ state: at % 2 === 0 ? 'firing' : 'ok', at })),
        );
        const raised = kept.map(({ state }) => isRaised(state));
        expect(raised).toEqual(raised.map((_, index) => index % 2 === 0));
      }),
    );
  });
});
