import { describe, expect, it } from '@jest/globals';
import { missingEvents, missingReadings } from './check.ts';

const at = Date.UTC(2026, 2, 1, 12);
const local = (ts: number) => new Date(ts).toISOString().replace('Z', '+00:00');
const AIR = { pressure: 1_013, gust: 4, dir: 270 };
const sent = {
  ts: at,
  sectorId: 's1',
  te: 20,
  hr: 50,
  wind: 2,
  rain: 0.1,
  rad: 600,
  par: 1_200,
  wet: 0.5,
  ...AIR,
};

describe('a value that is expected in the series', () => {
  it('is missing if there is no point at its instant, or another value', () => {
    const { ts, ...values } = sent;
    expect(missingReadings('weather', [sent], [{ local_time: local(ts), ...values }])).toBe(0);
    expect(missingReadings('weather', [sent], [{ local_time: local(ts + 1), ...values }])).toBe(1);
    expect(missingReadings('weather', [sent], [{ local_time: local(ts), ...values, te: 20.1 }])).toBe(1);
    expect(missingReadings('weather', [sent], [{ local_time: local(ts), ...values, rain: null }])).toBe(1);
    expect(missingReadings('weather', [sent], [])).toBe(1);
  });

  it('shows in the mean if one of two stations is missing', () => {
    const other = { ...sent, te: 22 };
    const { ts, ...values } = { ...sent, te: 21 };
    const point = { local_time: local(ts), ...values };
    expect(missingReadings('weather', [sent, other], [point])).toBe(0);
    expect(missingReadings('weather', [sent, other], [{ ...point, te: 20 }])).toBe(2);
  });

  it('includes the samples of a KPI in its sector', () => {
    const reading = { ts: at, kpi: 'vigor', sectorId: 's1', value: 0.7 };
    const point = { local_time: local(at), kpi: 'vigor', sectorId: 's1', value: 0.7, sampleCount: 1 };
    expect(missingReadings('plant', [reading], [point])).toBe(0);
    expect(missingReadings('plant', [reading, reading], [point])).toBe(2);
    expect(missingReadings('plant', [reading], [{ ...point, sectorId: null }])).toBe(1);
  });

  it('is missing if any member differs, or a depth is not there', () => {
    const values = { moisture: 30, temperature: 16, ec: 0.4, tension: 20, sectorId: 's1', depth: 20 };
    const point = { local_time: local(at), ...values, sampleCount: 1 };
    expect(missingReadings('soil', [{ ts: at, ...values }], [point])).toBe(0);
    expect(missingReadings('soil', [{ ts: at, ...values }], [{ ...point, tension: 21 }])).toBe(1);
    expect(missingReadings('soil', [{ ts: at, ...values }], [{ ...point, depth: 60 }])).toBe(1);
  });

  it('may be a complete event, even if only its start was acknowledged', () => {
    const event = { deviceId: 'd', eventId: 'e', startedAt: at, endedAt: at + 60_000, volume: 0.1 };
    const point = {
      ...{ deviceId: 'd', eventId: 'e', volume: 0.1 },
      ...{ started_local: local(at), ended_local: local(at + 60_000) },
    };
    expect(missingEvents([event], [point])).toBe(0);
    expect(missingEvents([event], [{ ...point, ended_local: null, volume: null }])).toBe(1);
    expect(missingEvents([{ ...event, endedAt: null, volume: null }], [point])).toBe(0);
    expect(missingEvents([event], [])).toBe(1);
  });
});
