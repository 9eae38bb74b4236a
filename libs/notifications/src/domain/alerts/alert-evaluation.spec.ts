import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Alert, type AlertDeclaration } from './alert.ts';
import {
  type AlertChange,
  type AlertProgress,
  ALLOWED_LATENESS_MS,
  beginning,
  type DeviceReading,
  evaluateReadings,
} from './alert-evaluation.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-03-01T08:00:00Z');
const alert = (over: Partial<AlertDeclaration> = {}) =>
  Alert.declare(
    {
      ...{ key: 'frost', name: 'Frost', kind: 'threshold', metric: 'te', below: 0, for: '10m', clearBy: 1 },
      ...over,
    },
    'north',
    new Date(START),
  );
const frost = alert();
const silent = Alert.declare(
  { key: 'gone', name: 'Gone', kind: 'silent', for: '30m' },
  'north',
  new Date(START),
);
const read = (minute: number, value: number | null = 5): DeviceReading => ({
  at: START + minute * MINUTE,
  value,
});
const changesOf = (rule: Alert, readings: readonly DeviceReading[], untilMinute: number) =>
  evaluateReadings(rule, beginning(rule), readings, START + untilMinute * MINUTE).changes.map(
    ({ state, at }) => [state, (at - START) / MINUTE],
  );

describe('a threshold', () => {
  it('fires when the value was beyond it long enough, and clears when it is back by the margin', () => {
    const readings = [read(0, -1), read(5, -2), read(10, -1), read(15, 0.5), read(20, 1), read(25, -1)];
    expect(changesOf(frost, readings, 30)).toEqual([
      ['pending', 0],
      ['firing', 10],
      ['ok', 20],
      ['pending', 25],
    ]);
  });

  it('does not fire for a moment, but at once if no duration is required', () => {
    expect(changesOf(frost, [read(0, -1), read(5, 0.1), read(10, -1), read(15, -1)], 16)).toEqual([
      ['pending', 0],
      ['ok', 5],
      ['pending', 10],
    ]);
    expect(changesOf(alert({ for: '0s' }), [read(0, -1)], 1)).toEqual([['firing', 0]]);
    expect(
      changesOf(alert({ below: null, above: 30, for: '0s' }), [read(0, 31), read(1, 30), read(2, 29)], 3),
    ).toEqual([
      ['firing', 0],
      ['ok', 2],
    ]);
  });

  it('reports missing data, also where only the metric is missing', () => {
    expect(changesOf(frost, [read(0, 5), read(30, null), read(59, null)], 70)).toEqual([['no_data', 60]]);
    expect(changesOf(frost, [read(0, -1), read(10, -1), read(200, -1), read(211, 2)], 212)).toEqual([
      ['pending', 0],
      ['firing', 10],
      ['no_data', 70],
      ['pending', 200],
      ['ok', 211],
    ]);
    expect(changesOf(frost, [], 61)).toEqual([['no_data', 60]]);
  });

  it('treats a silence longer than its duration as missing data', () => {
    expect(changesOf(alert({ for: '2h' }), [read(0, 5)], 121)).toEqual([['no_data', 120]]);
  });
});

it('a value at the limit is within it', () => {
  expect(changesOf(alert({ for: '0s' }), [read(0, 0)], 1)).toEqual([]);
  expect(changesOf(alert({ below: null, above: 30, for: '0s' }), [read(0, 30)], 1)).toEqual([]);
});

it('a reading without the metric counts as evaluated: late readings from before it change nothing', () => {
  const rule = alert({ for: '0s' });
  const { progress } = evaluateReadings(rule, beginning(rule), [read(30, null)], START + 31 * MINUTE);
  const late = [read(20, -1), read(30, null)];
  expect(evaluateReadings(rule, progress, late, START + 32 * MINUTE).changes).toEqual([]);
});

it('readings that may still be overtaken are left for the next evaluation', () => {
  const rule = alert({ for: '0s' });
  const early = evaluateReadings(rule, beginning(rule), [read(5, -1)], START + 5 * MINUTE - 1);
  expect(early.changes).toEqual([]);
  const overtaken = [read(4, -1), read(5, -1)];
  expect(evaluateReadings(rule, early.progress, overtaken, START + 5 * MINUTE).changes).toEqual([
    { state: 'firing', at: START + 4 * MINUTE },
  ]);
});

describe('a silence', () => {
  it('fires after the configured time without any reading, and ends with the next', () => {
    expect(changesOf(silent, [read(0), read(30), read(61), read(62)], 63)).toEqual([
      ['firing', 60],
      ['ok', 61],
    ]);
    expect(changesOf(silent, [], 31)).toEqual([['firing', 30]]);
  });
});

describe('in whatever order readings arrive', () => {
  const reading = fc.record({
    at: fc.integer({ min: -2 * 60, max: 6 * 60 }).map((minute) => START + minute * MINUTE),
    value: fc.option(fc.constantFrom(-3, -0.5, 0, 0.5, 1, 4), { freq: 6 }),
  });
  const unique = fc
    .uniqueArray(reading, { selector: ({ at }) => at, maxLength: 60 })
    .map((readings) => readings.toSorted((a, b) => a.at - b.at));
  const rule = fc.constantFrom(
    frost,
    silent,
    alert({ for: '0s' }),
    alert({ below: null, above: 1, for: '45m' }),
  );
  const END = START + 8 * HOUR;

  /** Evaluates repeatedly, each time with all readings stored by then. */
  const followed = (
    watched: Alert,
    arrivals: readonly { reading: DeviceReading; arrivedAt: number }[],
    looks: number[],
  ) => {
    let progress: AlertProgress = beginning(watched);
    const changes: AlertChange[] = [];
    for (const now of [...looks.toSorted((a, b) => a - b), END + ALLOWED_LATENESS_MS]) {
      const stored = arrivals.filter(({ arrivedAt }) => arrivedAt <= now).map((arrival) => arrival.reading);
      const readings = stored.toSorted((a, b) => a.at - b.at);
      const horizon = now - ALLOWED_LATENESS_MS;
      const evaluated = evaluateReadings(watched, progress, readings, horizon);
      ({ progress } = evaluated);
      changes.push(...evaluated.changes);
    }
    return changes;
  };
  const look = fc.array(fc.integer({ min: START - 2 * HOUR, max: END }), { maxLength: 40 });

  it('the changes equal those of one ordered evaluation', () => {
    fc.assert(
      fc.property(rule, unique, look, (watched, readings, looks) => {
        const whole = evaluateReadings(watched, beginning(watched), readings, END).changes;
        const arrivals = readings.map((one) => ({ reading: one, arrivedAt: one.at }));
        expect(followed(watched, arrivals, looks)).toEqual(whole);
      }),
    );
  });

  it('readings that are late within the limit, out of order or repeated make the same changes', () => {
    fc.assert(
      fc.property(
        rule,
        unique,
        look,
        fc.array(fc.integer({ min: 0, max: ALLOWED_LATENESS_MS }), { minLength: 60, maxLength: 60 }),
        (watched, readings, looks, delays) => {
          const whole = evaluateReadings(watched, beginning(watched), readings, END).changes;
          const once = readings.map((one, index) => ({
            reading: one,
            arrivedAt: one.at + (delays[index] ?? 0),
          }));
          const again = once.map(({ reading: one, arrivedAt }) => ({
            reading: one,
            arrivedAt: arrivedAt + 3 * HOUR,
          }));
          expect(followed(watched, [...once, ...again], looks)).toEqual(whole);
        },
      ),
    );
  });

  it('the changes do not depend on how the readings are divided into slices', () => {
    fc.assert(
      fc.property(
        rule,
        unique,
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        (watched, readings, sizes) => {
          const whole = evaluateReadings(watched, beginning(watched), readings, END);
          let progress = beginning(watched);
          const changes: AlertChange[] = [];
          for (let slice = 0; ; slice++) {
            const { through } = progress;
            const size = sizes[slice % sizes.length] ?? 1;
            const next = readings.filter(({ at }) => at > through && at <= END).slice(0, size);
            const isAll = next.length < size;
            const evaluated = evaluateReadings(
              watched,
              progress,
              next,
              isAll ? END : (next.at(-1)?.at ?? END),
            );
            ({ progress } = evaluated);
            changes.push(...evaluated.changes);
            if (isAll) break;
          }
          expect(changes).toEqual(whole.changes);
          expect(progress).toEqual(whole.progress);
        },
      ),
    );
  });

  it('replayed readings change nothing', () => {
    fc.assert(
      fc.property(rule, unique, (watched, readings) => {
        const { progress } = evaluateReadings(watched, beginning(watched), readings, END);
        expect(evaluateReadings(watched, progress, readings, END).changes).toEqual([]);
      }),
    );
  });

  it('a change is always to another state, in order of time, and due when silence would cause it', () => {
    fc.assert(
      fc.property(rule, unique, fc.integer({ min: START, max: END }), (watched, readings, horizon) => {
        const { changes, dueAt, progress } = evaluateReadings(watched, beginning(watched), readings, horizon);
        const states = ['ok', ...changes.map(({ state }) => state)];
        expect(states.every((state, index) => index === 0 || state !== states[index - 1])).toBe(true);
        expect(changes).toEqual(changes.toSorted((a, b) => a.at - b.at));
        if (dueAt !== null) {
          expect(evaluateReadings(watched, progress, [], dueAt - 1).changes).toEqual([]);
          expect(evaluateReadings(watched, progress, [], dueAt).changes).toHaveLength(1);
        }
      }),
    );
  });
});

describe('a rule', () => {
  it.each<[Partial<AlertDeclaration>, string]>([
    [{ key: 'a/b' }, 'key'],
    [{ name: ' ' }, 'name'],
    [{ for: '10 minutes' }, 'for'],
    [{ for: '31d' }, 'for'],
    [{ above: 1 }, 'above'],
    [{ below: null }, 'above'],
    [{ metric: null }, 'metric'],
    [{ clearBy: -1 }, 'clearBy'],
    [{ kind: 'silent', for: '1h', below: null, metric: 'te', clearBy: null }, 'metric'],
    [{ kind: 'silent', for: '59s', below: null, metric: null, clearBy: null }, 'for'],
  ])('cannot be %j', (over, field) => {
    expect(() => alert(over)).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ field })] }),
    );
  });

  it('keeps its state under another name, and starts anew when it watches something else', () => {
    expect(alert({ name: 'Cold' }).watchesAs(frost)).toBe(true);
    expect(alert({ below: 1 }).watchesAs(frost)).toBe(false);
  });
});
