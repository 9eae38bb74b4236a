import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Ledger } from './ledger.ts';
import { counts, inMillionths, partsOf, type RecordRow } from './row.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 8, minute)).toISOString();
const workers = ['ana', 'ben', 'cai'];

/** A record as it is put: new, or in place of the one with its id. */
const aRow = fc.record({
  id: fc.nat(12).map(String),
  minute: fc.nat(30),
  session: fc.constantFrom('morning', 'noon'),
  units: fc.constantFrom(0.1, 0.2, 1.5, 0.333333),
  sharers: fc.subarray(workers, { minLength: 1 }),
  isVoided: fc.boolean(),
});
type Put = typeof aRow extends fc.Arbitrary<infer Value> ? Value : never;
const rowOf = ({ id, minute, session, units, sharers, isVoided }: Put): RecordRow => ({
  ...{ id, kind: 'record', at: at(minute), session, clientEventId: id, workerId: sharers[0] ?? '', units },
  ...(sharers.length > 1 && { shares: sharers.map((workerId) => ({ workerId, units })) }),
  ...(isVoided && { isVoided: true }),
});

/** The same sums from nothing. */
function summed(rows: readonly RecordRow[]) {
  const sums = new Map<string, { units: number; records: number }>();
  for (const row of rows)
    for (const { workerId, units } of partsOf(row)) {
      const { units: before, records } = sums.get(workerId) ?? { units: 0, records: 0 };
      const [added, one] = counts(row) ? [inMillionths(units), 1] : [0, 0];
      sums.set(workerId, { units: (inMillionths(before) + added) / 1e6, records: records + one });
    }
  return sums;
}

it('sums and order follow every change, whatever is put, put again and forgotten', () => {
  const change = fc.oneof(aRow, fc.nat(12).map(String));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const ledger = new Ledger();
      const there = new Map<string, RecordRow>();
      for (const one of changes) {
        if (typeof one === 'string') {
          ledger.forget([one], []);
          there.delete(one);
        } else {
          const known = there.get(one.id);
          const row = rowOf(one);
          ledger.take({ rows: [row], sessions: [], queued: [], gone: [] });
          there.set(one.id, known ? { ...known, ...row } : row);
        }
        for (const session of ['morning', 'noon']) {
          const rows = [...there.values()].filter((row) => row.session === session);
          const shown = ledger.recordsOf(session);
          expect(new Set(shown)).toEqual(new Set(rows));
          expect(shown.map((row) => row.at)).toEqual(
            rows
              .map((row) => row.at)
              .sort()
              .reverse(),
          );
          expect(ledger.sumsOf(session)).toEqual(summed(rows));
          const counted = rows.filter(counts);
          const units =
            counted.flatMap(partsOf).reduce((sum, part) => sum + inMillionths(part.units), 0) / 1e6;
          expect(ledger.totalOf(session)).toEqual({ units, records: counted.length });
        }
      }
    }),
  );
});

it('the last one that was put comes first, also after the clock was set back, and what the office told by its instant', () => {
  const ledger = new Ledger();
  const put = (id: string, minute: number, order?: number) => {
    const row = rowOf({ id, minute, session: 'noon', units: 1.5, sharers: ['ana'], isVoided: false });
    ledger.take({
      rows: [order === undefined ? row : { ...row, order }],
      sessions: [],
      queued: [],
      gone: [],
    });
  };
  put('first', 20, Date.parse(at(20)));
  put('after the clock was set back', 9, Date.parse(at(20)) + 1);
  put('of the office', 15);
  put('last', 10, Date.parse(at(20)) + 2);
  expect(ledger.recordsOf('noon').map(({ id }) => id)).toEqual([
    ...['last', 'after the clock was set back', 'first', 'of the office'],
  ]);
});
