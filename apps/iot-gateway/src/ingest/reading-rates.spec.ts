import { describe, expect, it } from '@jest/globals';
import type { Config } from '@furrow/platform';
import { ReadingRates } from './reading-rates.ts';

const DEVICE = { companyId: 'acme', deviceId: 'ws-1', projectId: 'p', sectorId: null };
const rates = (deviceRate: number, companyRate: number) =>
  new ReadingRates({ iot: { deviceRate, companyRate } } as Config);
const payload = (readings: number) =>
  Buffer.from(JSON.stringify(Array.from({ length: readings }, () => ({ te: 1 }))));

describe('the rate of readings', () => {
  it('is none where none is configured', () => {
    const none = rates(0, 0);
    none.take(DEVICE, payload(1_000));
    expect([none.areLimited, none.waitOf(DEVICE)]).toEqual([false, undefined]);
  });

  it('lets a second’s worth through, and then tells how long to wait for what went beyond it', () => {
    const limited = rates(10, 0);
    limited.take(DEVICE, payload(9));
    expect(limited.waitOf(DEVICE)).toBeUndefined();
    limited.take(DEVICE, payload(101));
    const wait = limited.waitOf(DEVICE);
    expect(wait).toMatchObject({ limit: 'IOT_DEVICE_RATE', rate: 10 });
    expect(wait!.ms).toBeGreaterThan(9_900);
    expect(wait!.ms).toBeLessThanOrEqual(10_100);
    expect(limited.waitOf({ ...DEVICE, deviceId: 'ws-2' })).toBeUndefined();
  });

  it('counts a company’s devices together, and names the limit that fired', () => {
    const limited = rates(100, 10);
    for (let i = 0; i < 12; i++) limited.take({ ...DEVICE, deviceId: `ws-${i}` }, payload(1));
    expect(limited.waitOf({ ...DEVICE, deviceId: 'another' })).toMatchObject({ limit: 'IOT_COMPANY_RATE' });
    expect(limited.waitOf({ ...DEVICE, companyId: 'other' })).toBeUndefined();
  });

  it('takes what is no object, or nothing at all, for one', () => {
    const limited = rates(3, 0);
    for (const text of ['', 'nonsense', '7']) limited.take(DEVICE, Buffer.from(text));
    expect(limited.waitOf(DEVICE)).toBeDefined();
  });
});
