import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readItem } from './items.ts';
import { instant, numberIn, text } from './members.ts';
import { membersOf } from './payload.ts';
import { PROBLEM_CODES } from './problem.ts';
import { QUANTITIES } from './quantities.ts';
import { SOIL_MEMBERS, TELEMETRY_KINDS, type TelemetryKind, WEATHER_MEMBERS } from './reading.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const DAY = 86_400_000;
const read = (kind: TelemetryKind, item: unknown) => {
  const answer = readItem(kind, item, NOW);
  return 'problem' in answer ? answer.problem.code : answer.reading;
};
const ts = '2026-03-10T09:00:00-03:00';
const at = NOW;

describe('a weather item', () => {
  const all = {
    te: 25,
    hr: 60,
    wind: 2.5,
    rain: 0.2,
    rad: 612,
    par: 1_240,
    wet: 10,
    pressure: 1_013,
    gust: 6.4,
    dir: 225,
  };
  const none = {
    te: null,
    hr: null,
    wind: null,
    rain: null,
    rad: null,
    par: null,
    wet: null,
    pressure: null,
    gust: null,
    dir: null,
  };

  it('has an instant and at least one value; a dead sensor is null', () => {
    expect(read('weather', { ts, ...all })).toEqual({ ts: at, ...none, ...all });
    expect(read('weather', { ts, te: 0 })).toEqual({ ts: at, ...none, te: 0 });
    expect(read('weather', { ts, te: null })).toEqual({ ts: at, ...none });
    expect(read('weather', { ts })).toBe('validation_failed');
  });

  it('may have any one of its values alone, as from a rain gauge', () => {
    for (const member of WEATHER_MEMBERS) {
      const most = { [member]: QUANTITIES[member].max };
      expect(read('weather', { ts, ...most })).toEqual({ ts: at, ...none, ...most });
    }
    expect(readItem('weather', { ts }, NOW)).toMatchObject({
      problem: { message: 'one of te, hr, wind, rain, rad, par, wet, pressure, gust, dir must be given' },
    });
    expect(readItem('weather', { ts, rain: 501 }, NOW)).toMatchObject({
      problem: { message: 'rain must be a number from 0 to 500' },
    });
  });

  it('ignores unknown members of any kind', () => {
    const odd = JSON.parse(`{"ts":"${ts}","te":1,"battery":[3.7],"__proto__":{"hr":5},"constructor":0}`);
    expect(read('weather', odd)).toEqual({ ts: at, ...none, te: 1 });
  });

  it.each([
    ['te', -90, 60],
    ['hr', 0, 100],
    ['wind', 0, 120],
    ['rain', 0, 500],
    ['rad', 0, 1_800],
    ['par', 0, 3_500],
    ['wet', 0, 1_440],
    ['pressure', 800, 1_100],
    ['gust', 0, 120],
    ['dir', 0, 360],
  ])('has %s from %p to %p', (name, min, max) => {
    for (const value of [min, max, (min + max) / 2, -0, 1e-300])
      if (value >= min)
        expect(read('weather', { ts, [name]: value })).toHaveProperty(
          name,
          Math.abs(value) < 1e-9 ? 0 : value,
        );
    for (const value of [min - 0.01, max + 0.01, '20', true, [], {}, NaN, Infinity])
      expect(read('weather', { ts, [name]: value })).toBe('validation_failed');
  });

  it('is an object', () => {
    for (const item of [null, 1, 'x', true, [], [{ ts, te: 1 }], undefined])
      expect(read('weather', item)).toBe('validation_failed');
  });
});

describe('a soil item', () => {
  const none = { moisture: null, temperature: null, ec: null, tension: null };

  it('has a depth and at least one value; a dead sensor is null', () => {
    const all = { moisture: 27.5, temperature: 16.2, ec: 0.45, tension: 34 };
    expect(read('soil', { ts, depth: 20, ...all })).toEqual({ ts: at, depth: 20, ...all });
    expect(read('soil', { ts, depth: 0, ec: null })).toEqual({ ts: at, depth: 0, ...none });
    for (const item of [
      { depth: 20 },
      { moisture: 20 },
      { depth: null, moisture: 20 },
      { depth: '20', ec: 1 },
    ])
      expect(read('soil', { ts, ...item })).toBe('validation_failed');
    for (const member of SOIL_MEMBERS) {
      const least = { [member]: QUANTITIES[member].min };
      expect(read('soil', { ts, depth: 20, ...least })).toEqual({ ts: at, depth: 20, ...none, ...least });
    }
  });

  it.each([
    ['depth', 0, 300],
    ['moisture', 0, 100],
    ['temperature', -50, 80],
    ['ec', 0, 100],
    ['tension', -100, 100_000],
  ])('has %s from %p to %p', (name, min, max) => {
    const others = { depth: 20, moisture: 1 };
    for (const value of [min, max])
      expect(read('soil', { ts, ...others, [name]: value })).toHaveProperty(name, value);
    for (const value of [min - 0.01, max + 0.01, '20', true, [], {}, NaN, Infinity])
      expect(read('soil', { ts, ...others, [name]: value })).toBe('validation_failed');
  });
});

describe('an instant', () => {
  const instantOf = (value: unknown) => {
    const reading = read('weather', { ts: value, te: 1 });
    return typeof reading === 'string' ? reading : 'ts' in reading && reading.ts;
  };

  it('is ISO 8601 with an offset, or epoch milliseconds', () => {
    expect(instantOf('2026-03-10T12:00:00.123456Z')).toBe(at + 123);
    expect(instantOf(at)).toBe(at);
    expect(instantOf(at + 0.9)).toBe(at);
    for (const value of [
      '2026-03-10T12:00:00',
      '2026-03-10',
      '2026-02-30T00:00:00Z',
      '',
      null,
      true,
      String(at),
      NaN,
      Infinity,
    ])
      expect(instantOf(value)).toBe('validation_failed');
  });

  it('is between 2000 and a day ahead', () => {
    expect(instantOf('2000-01-01T00:00:00Z')).toBe(Date.UTC(2000, 0, 1));
    expect(instantOf('1999-12-31T23:59:59.999Z')).toBe('ts_too_old');
    expect(instantOf(0)).toBe('ts_too_old');
    expect(instantOf(-8.64e15)).toBe('ts_too_old');
    expect(instantOf(NOW + DAY)).toBe(NOW + DAY);
    expect(instantOf(NOW + DAY + 1)).toBe('ts_in_future');
    expect(instantOf(1e300)).toBe('ts_in_future');
    expect(instantOf('2199-01-01T00:00:00Z')).toBe('ts_in_future');
  });
});

describe('a plant item', () => {
  it('has a KPI and a value', () => {
    expect(read('plant', { ts, kpi: 'vigor', value: 0.7 })).toEqual({
      ts: at,
      kpi: 'vigor',
      value: 0.7,
      sector: null,
    });
    expect(read('plant', { ts, kpi: 'vigor', value: -3, sector: 'n1' })).toMatchObject({
      sector: 'n1',
      value: -3,
    });
    for (const item of [
      { ts, value: 1 },
      { ts, kpi: 'x' },
      { ts, kpi: 'x', value: null },
      { ts, kpi: 'x', value: 1e13 },
    ])
      expect(read('plant', item)).toBe('validation_failed');
  });

  it('cannot have a KPI that comes from scouting records', () => {
    for (const kpi of ['incidence', 'severity', 'Severity', ' incidence '])
      expect(read('plant', { ts, kpi, value: 1 })).toBe('kpi_reserved');
  });
});

describe('an irrigation event', () => {
  const startedAt = '2026-03-10T08:00:00Z';
  const started = Date.parse(startedAt);

  it('begins, ends and has a volume', () => {
    const nothing = { endedAt: null, volume: null, sector: null };
    expect(read('irrigation', { eventId: 'e1', startedAt })).toEqual({
      eventId: 'e1',
      startedAt: started,
      ...nothing,
    });
    const whole = { eventId: 'e1', startedAt, endedAt: started + 1, volume: 0, sector: 'n1' };
    expect(read('irrigation', whole)).toEqual({ ...whole, startedAt: started });
    expect(read('irrigation', { eventId: 'e1', startedAt, endedAt: startedAt })).toMatchObject({
      endedAt: started,
    });
  });

  it.each([
    [{ startedAt }],
    [{ eventId: '', startedAt }],
    [{ eventId: 7, startedAt }],
    [{ eventId: 'e1' }],
    [{ eventId: 'e1', startedAt, endedAt: started - 1 }],
    [{ eventId: 'e1', startedAt, endedAt: 'soon' }],
    [{ eventId: 'e1', startedAt, volume: -1 }],
    [{ eventId: 'e1', startedAt, sector: 5 }],
  ])('cannot be %j', (item) => expect(read('irrigation', item)).toBe('validation_failed'));
});

describe('a name', () => {
  const nameOf = (kpi: unknown) => {
    const reading = read('plant', { ts, kpi, value: 1 });
    return typeof reading === 'string' ? reading : 'kpi' in reading && reading.kpi;
  };

  it('is stored in NFC, up to 100 characters', () => {
    expect(nameOf('vigo\u0301r')).toBe('vigór');
    expect(nameOf('x'.repeat(100))).toBe('x'.repeat(100));
    expect(nameOf('o\u0301'.repeat(100))).toHaveLength(100);
    expect(nameOf('🌱')).toBe('🌱');
  });

  it.each([
    ['U+0000', 'a\u0000b'],
    ['half a pair', 'a\ud800'],
    ['the other half', '\udc00a'],
    ['a line', 'a\nb'],
    ['nothing', '  '],
    ['length', 'x'.repeat(101)],
    ['growth in NFC', '\ufb2c'.repeat(60)],
  ])('cannot contain %s', (_what, name) => expect(nameOf(name)).toBe('validation_failed'));
});

it('any item is a reading, or a problem with a code and a message', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TELEMETRY_KINDS), fc.jsonValue(), (kind, item) => {
      const answer = readItem(kind, item, NOW);
      if ('problem' in answer) {
        expect(PROBLEM_CODES).toContain(answer.problem.code);
        expect(answer.problem.message).toMatch(/\S/);
      }
    }),
  );
});

describe('a problem of an item', () => {
  it.each<[string, () => unknown]>([
    ['no object', () => membersOf(1)],
    ['no instant', () => instant({}, 'ts', NOW)],
    ['no number', () => numberIn('1', 'te', { min: 0, max: 1 })],
    ['no text', () => text('', 'kpi')],
  ])('is reported without a stack, which costs more than reading it: %s', (_, rule) => {
    const thrown = thrownBy(rule);
    expect(thrown).toHaveProperty('problem.code', 'validation_failed');
    expect(thrown).not.toHaveProperty('stack');
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
}
