import { describe, expect, it } from '@jest/globals';
import type { PlacedReading } from '../../application/ports.ts';
import { soilAt, weatherAt } from '../../testing/builders.ts';
import { inKeyOrder } from './key-order.ts';

const device = (companyId: string, deviceId: string) => ({
  ...{ companyId, deviceId, projectId: 'p', sectorId: null },
});
const [a, b, other] = [device('1', 'a'), device('1', 'b'), device('0', 'z')];
const weather = (of: typeof a, ts: number): PlacedReading => ({
  ...{ kind: 'weather', device: of, sectorId: null },
  reading: weatherAt(ts),
});
const plant = (ts: number, kpi: string, sectorId: string | null = null): PlacedReading => ({
  ...{ kind: 'plant', device: a, sectorId },
  reading: { ts, kpi, value: 1, sector: null },
});
const irrigation = (eventId: string): PlacedReading => ({
  ...{ kind: 'irrigation', device: a, sectorId: null },
  reading: { eventId, startedAt: 1, endedAt: null, volume: null, sector: null },
});

describe('the order of keys', () => {
  it('is company, device and instant, and for equal keys arrival', () => {
    const readings = [weather(b, 1), weather(a, 2), weather(a, 1), weather(other, 9), weather(a, 2)];
    expect(inKeyOrder(readings).weather).toEqual([3, 2, 1, 4, 0]);
  });

  it('has the KPI after the instant, and the id for events', () => {
    const readings = [plant(2, 'a'), plant(1, 'b'), irrigation('y'), plant(1, 'a'), irrigation('x')];
    expect(inKeyOrder(readings)).toEqual({ weather: [], plant: [3, 1, 0], irrigation: [4, 2], soil: [] });
  });

  it('has the sector after the KPI, none first', () => {
    const readings = [plant(1, 'a', 's2'), plant(1, 'a', 's1'), plant(1, 'a')];
    expect(inKeyOrder(readings).plant).toEqual([2, 1, 0]);
  });

  it('has the depth after the instant', () => {
    const soil = (ts: number, depth: number): PlacedReading => ({
      ...{ kind: 'soil', device: a, sectorId: null, reading: soilAt(ts, { depth }) },
    });
    expect(inKeyOrder([soil(2, 20), soil(1, 60), soil(1, 20)]).soil).toEqual([2, 1, 0]);
  });

  it('keeps what is already in order', () => {
    const readings = [weather(a, 1), irrigation('x'), weather(a, 1), weather(b, 0)];
    expect(inKeyOrder(readings)).toEqual({ weather: [0, 2, 3], plant: [], irrigation: [1], soil: [] });
  });
});
