import { describe, expect, it } from '@jest/globals';
import { type HeatNow, RestRule, type RestRuleDeclaration, RestRules, type WorkedShift } from './index.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-01-10T11:00:00Z');
const at = (minute: number) => START + minute * MINUTE;
const running = (breaks: readonly (readonly [number, number])[] = [], from = 0): WorkedShift => ({
  ...{ startedAt: at(from), endedAt: null },
  breaks: breaks.map(([start, end]) => ({ from: at(start), to: at(end) })),
});
const rule = (over: Partial<RestRuleDeclaration> = {}) =>
  RestRule.declare({
    ...{ key: 'hot', projectId: 'p', metric: 'heat-index', above: 32, restMinutes: 10, everyMinutes: 120 },
    ...over,
  }).state;
const heat = (index: number | undefined, te = index): HeatNow => {
  const reading = (value: number | undefined) =>
    value === undefined ? undefined : { deviceId: 'ws', at: START, value };
  return { te: reading(te), 'heat-index': reading(index) };
};
const HOT = heat(36);
const rest = (shifts: readonly WorkedShift[], minute: number, rules = [rule()], now = HOT) =>
  new RestRules(rules, now).of(shifts, at(minute))!;

describe('a worker’s rest', () => {
  it('is due when the minutes of the rule are worked', () => {
    expect(rest([running()], 119)).toMatchObject({ status: 'waiting', minutesWorked: 119, dueAt: at(120) });
    expect(rest([running()], 120)).toMatchObject({ status: 'due', minutesWorked: 120, dueAt: at(120) });
    expect(rest([running()], 200)).toMatchObject({ status: 'due', dueAt: at(120), workedSince: at(0) });
  });

  it('begins again with a break that is long enough', () => {
    expect(rest([running([[60, 70]])], 130)).toMatchObject({
      ...{ status: 'waiting', minutesWorked: 60, workedSince: at(70), dueAt: at(190) },
    });
  });

  it('is only put off by a shorter break', () => {
    expect(rest([running([[60, 69]])], 125)).toMatchObject({ minutesWorked: 116, dueAt: at(129) });
    expect(rest([running([[121, 126]])], 130)).toMatchObject({ status: 'due', dueAt: at(120) });
  });

  it('is being taken during a break', () => {
    expect(rest([running([[120, 135]])], 125)).toMatchObject({
      ...{ status: 'waiting', minutesWorked: 0, workedSince: at(135), dueAt: at(255) },
    });
  });

  it('spans shifts that follow each other, and begins again after a gap', () => {
    const before = { startedAt: at(0), endedAt: at(60), breaks: [] };
    expect(rest([running([], 60), before], 100)).toMatchObject({ minutesWorked: 100, dueAt: at(120) });
    expect(rest([running([], 75), before], 100)).toMatchObject({ minutesWorked: 25, workedSince: at(75) });
    const over = { startedAt: at(0), endedAt: at(90), breaks: [] };
    expect(rest([running([], 30), over], 100)).toMatchObject({ minutesWorked: 100 });
  });

  it('is unknown without a recent reading, never fine', () => {
    expect(rest([running()], 300, [rule()], heat(undefined))).toMatchObject({
      ...{ status: 'unknown', rule: null, reading: null, dueAt: null, minutesWorked: 300 },
    });
    const both = [rule(), rule({ key: 'te', metric: 'te', above: 40 })];
    expect(rest([running()], 300, both, heat(undefined, 30)).status).toBe('unknown');
  });

  it('needs none while it is cool enough: exactly the limit is', () => {
    expect(rest([running()], 300, [rule()], heat(32))).toMatchObject({ status: 'none', dueAt: null });
    expect(rest([running()], 300, [], heat(50))).toMatchObject({ status: 'none', minutesWorked: 300 });
  });

  it('follows the strictest of the rules that are exceeded', () => {
    const rules = [
      rule(),
      rule({ key: 'hotter', above: 35, restMinutes: 20, everyMinutes: 60 }),
      rule({ key: 'hottest', above: 38, restMinutes: 40, everyMinutes: 60 }),
    ];
    expect(rest([running()], 61, rules)).toMatchObject({ status: 'due', rule: { key: 'hotter' } });
    expect(rest([running()], 61, rules, heat(39))).toMatchObject({ rule: { key: 'hottest' } });
    // A break of 10 minutes is enough for the first rule alone.
    expect(rest([running([[30, 40]])], 61, rules).minutesWorked).toBe(51);
    expect(rest([running([[30, 40]])], 61, rules, heat(33)).minutesWorked).toBe(21);
  });

  it('is nobody’s whose shift has not begun', () => {
    expect(new RestRules([rule()], HOT).of([running([], 5)], at(0))).toBeUndefined();
  });
});

describe('a rest rule', () => {
  it.each([
    ['key', { key: 'a/b' }],
    ['metric', { metric: 'hr' as 'te' }],
    ['above', { above: Number.NaN }],
    ['restMinutes', { restMinutes: 0 }],
    ['everyMinutes', { everyMinutes: 60.5 }],
    ['source', { source: 'x'.repeat(301) }],
  ])('names a wrong %s', (field, over) => {
    expect(() => rule(over)).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ field })] }),
    );
  });

  it('reads the rules of a project once for all of its workers', () => {
    let reads = 0;
    const counted = new Proxy(rule(), {
      get: (state, member) => {
        reads++;
        return Reflect.get(state, member) as unknown;
      },
    });
    const rules = new RestRules(
      Array.from({ length: 100 }, (_, i) => (i === 7 ? counted : rule())),
      HOT,
    );
    const before = reads;
    for (let worker = 0; worker < 100; worker++) rules.of([running()], at(100));
    expect(reads - before).toBe(0);
  });
});
