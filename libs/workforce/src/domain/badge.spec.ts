import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasCheckCharacter, isBadgeCode, newBadgeCode } from './badge-code.ts';
import { type BadgeAssignment, type BadgeChange, BadgeHistory } from './badge.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 31, hour));

describe('a badge code', () => {
  it.each(['7', '~', 'A b', '!'.repeat(64), 'https://x.example/?a=1#b'])('may be %j', (code) => {
    expect(isBadgeCode(code)).toBe(true);
  });

  it.each(['', ' 7', '7 ', ' ', '!'.repeat(65), 'ñ', 'a\tb', 'a\n', '\u007f'])('is not %j', (code) => {
    expect(isBadgeCode(code)).toBe(false);
  });

  it('that is made has eight characters of Crockford’s base 32, the last one a check character', () => {
    for (let count = 0; count < 200; count++) {
      const code = newBadgeCode();
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
      expect(hasCheckCharacter(code)).toBe(true);
    }
  });

  it('tells every wrong character and every two that are swapped', () => {
    const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    fc.assert(
      fc.property(fc.nat(7), fc.constantFrom(...digits.split('')), fc.nat(6), (index, digit, first) => {
        const code = newBadgeCode();
        const wrong = code.slice(0, index) + digit + code.slice(index + 1);
        if (wrong !== code) expect(hasCheckCharacter(wrong)).toBe(false);
        const swapped =
          code.slice(0, first) + code.charAt(first + 1) + code.charAt(first) + code.slice(first + 2);
        if (swapped !== code) expect(hasCheckCharacter(swapped)).toBe(false);
      }),
    );
  });

  it('has the check symbol of Crockford’s examples', () => {
    expect(hasCheckCharacter('16JD')).toBe(true); // 1234 leaves 13
    expect(hasCheckCharacter('16JE')).toBe(false);
  });
});

/** The assignments that hold after a change. */
function after(before: readonly BadgeAssignment[], { ended, added }: BadgeChange): BadgeAssignment[] {
  const all = before.map((one) => ended.find(({ assignmentId }) => assignmentId === one.assignmentId) ?? one);
  return [...all, ...(added ? [added] : [])]
    .filter(({ from, until }) => until === null || until > from)
    .sort((a, b) => a.from.getTime() - b.from.getTime());
}

const holder = (all: readonly BadgeAssignment[], instant: Date) =>
  all
    .filter(({ from, until }) => from <= instant && (until === null || until > instant))
    .map((one) => one.workerId);

describe('a badge', () => {
  it('given to another worker leaves the former at that instant', () => {
    const one = after([], new BadgeHistory('7', []).give('ana', at(6)));
    const two = after(one, new BadgeHistory('7', one).give('ben', at(9)));
    expect([5, 6, 8, 9, 20].map((hour) => holder(two, at(hour)))).toEqual([
      [],
      ['ana'],
      ['ana'],
      ['ben'],
      ['ben'],
    ]);
    const returned = after(two, new BadgeHistory('7', two).takeBack(at(12)));
    expect([8, 11, 12].map((hour) => holder(returned, at(hour)))).toEqual([['ana'], ['ben'], []]);
  });

  it('that is given from an earlier instant on leaves those later at the instant at which they had it', () => {
    const one = after([], new BadgeHistory('7', []).give('ana', at(9)));
    const { ended } = new BadgeHistory('7', one).give('ben', at(6));
    expect(ended.map(({ from, until }) => [from, until])).toEqual([[at(9), at(9)]]);
  });

  it('stands so already only for its last holder, from then on', () => {
    const all = after([], new BadgeHistory('7', []).give('ana', at(6)));
    const history = new BadgeHistory('7', all);
    expect([at(5), at(6), at(7)].map((from) => history.standing('ana', from))).toEqual([
      undefined,
      all[0],
      all[0],
    ]);
    expect(history.standing('ben', at(7))).toBeUndefined();
  });

  it('has at any instant at most one worker, and from the last change on the one it says', () => {
    const change = fc.record({ worker: fc.constantFrom('ana', 'ben', null), hour: fc.nat(23) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let all: BadgeAssignment[] = [];
        for (const { worker, hour } of changes) {
          const before = [...Array(hour).keys()].map((earlier) => holder(all, at(earlier)));
          const history = new BadgeHistory('7', all);
          all = after(all, worker ? history.give(worker, at(hour)) : history.takeBack(at(hour)));
          for (let each = 0; each < 24; each++)
            expect(holder(all, at(each))).toEqual(each < hour ? before[each] : worker ? [worker] : []);
        }
      }),
    );
  });
});
