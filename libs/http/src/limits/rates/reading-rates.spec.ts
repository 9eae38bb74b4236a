import { describe, expect, it } from '@jest/globals';
import type { Config } from '@furrow/config';
import { ReadingRates } from './reading-rates.ts';

const DEVICE = { companyId: 'acme', deviceId: 'ws-1', projectId: 'p', sectorId: null };
const rates = (deviceRate: number, companyRate: number) =>
  new ReadingRates({ iot: { deviceRate, companyRate } } as Config);

describe('the rate limit of readings', () => {
  it('is off by default', () => {
    const none = rates(0, 0);
    none.take(DEVICE, 1_000);
    expect([none.areLimited, none.waitOf(DEVICE)]).toEqual([false, undefined]);
  });

  it('admits one second’s worth, and then returns how long to wait', () => {
    const limited = rates(10, 0);
    limited.take(DEVICE, 9);
    expect(limited.waitOf(DEVICE)).toBeUndefined();
    limited.take(DEVICE, 101);
    const wait = limited.waitOf(DEVICE);
    expect(wait).toMatchObject({ limit: 'IOT_DEVICE_RATE', rate: 10 });
    expect(wait!.ms).toBeGreaterThan(9_900);
    expect(wait!.ms).toBeLessThanOrEqual(10_100);
    expect(limited.waitOf({ ...DEVICE, deviceId: 'ws-2' })).toBeUndefined();
  });

  it('counts the devices of a company together, and names the limit that applied', () => {
    const limited = rates(100, 10);
    for (let i = 0; i < 12; i++) limited.take({ ...DEVICE, deviceId: `ws-${i}` }, 1);
    expect(limited.waitOf({ ...DEVICE, deviceId: 'another' })).toMatchObject({ limit: 'IOT_COMPANY_RATE' });
    expect(limited.waitOf({ ...DEVICE, companyId: 'other' })).toBeUndefined();
  });
});
