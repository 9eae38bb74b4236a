import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_REJECTED_UPLINKS, type RejectedUplink } from '../../../application/lorawan/ports.ts';
import { NOW } from '../../../testing/builders.ts';
import type { Station } from '../../../testing/field.ts';
import { type TelemetryOnPostgres, telemetryOnPostgres } from '../../../testing/telemetry-on-postgres.ts';

let telemetry: TelemetryOnPostgres;
let station: Station;
beforeAll(async () => {
  telemetry = await telemetryOnPostgres();
});
afterAll(() => telemetry.close());
beforeEach(async () => {
  station = await telemetry.newStation();
});

const at = (minute: number) => new Date(NOW.getTime() + minute * 60_000);
const add = (over: Partial<RejectedUplink>) =>
  telemetry.uplinks.add({
    ...{ companyId: station.companyId, devEui: '70B3D57ED0000001', network: 'ttn', code: 'device_unknown' },
    ...{ reasons: [], at: NOW, ...over },
  });
const all = () => telemetry.uplinks.all(station.companyId);

describe('rejected uplinks', () => {
  it('are counted by device, network and code, with the latest reasons', async () => {
    const reasons = [{ field: 'te', message: 'must be a number from -90 to 60' }];
    await add({});
    await add({ at: at(2) });
    await add({ code: 'uplink_unusable', reasons, at: at(1) });
    expect(await all()).toEqual([
      expect.objectContaining({ code: 'device_unknown', count: 2, firstAt: NOW, lastAt: at(2), reasons: [] }),
      expect.objectContaining({ code: 'uplink_unusable', count: 1, reasons, deviceId: null }),
    ]);
    expect(await telemetry.uplinks.all((await telemetry.newStation()).companyId)).toEqual([]);
  });

  it('are at most so many of a company, the latest', async () => {
    const devEuis = Array.from({ length: MAX_REJECTED_UPLINKS + 3 }, (_, n) =>
      (n + 1).toString(16).toUpperCase().padStart(16, '0'),
    );
    for (const [minute, devEui] of devEuis.entries()) await add({ devEui, at: at(minute) });
    const kept = (await all()).map(({ devEui }) => devEui);
    expect(kept).toEqual(devEuis.slice(3).toReversed());
  });

  it('keep as much of their reasons as a person reads', async () => {
    const reasons = Array.from({ length: 60 }, () => ({
      field: 'x'.repeat(5_000),
      message: 'y'.repeat(5_000),
    }));
    await add({ reasons });
    const [kept] = await all();
    expect([kept!.reasons.length, kept!.reasons[0]!.field.length]).toEqual([50, 300]);
  });

  it('are removed when they are old', async () => {
    await add({});
    await add({ devEui: '70B3D57ED0000002', at: at(5) });
    expect(await telemetry.uplinks.removeBefore(at(1))).toBeGreaterThan(0);
    expect((await all()).map(({ devEui }) => devEui)).toEqual(['70B3D57ED0000002']);
  });
});
