import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database } from '@furrow/platform';
import { NOW } from '../../../testing/builders.ts';
import { DatabaseProxy } from '../../../testing/database-proxy.ts';
import { type TelemetryOnPostgres, telemetryOnPostgres } from '../../../testing/telemetry-on-postgres.ts';
import { TypeormDeviceErrorStore } from './typeorm-device-error-store.ts';

let telemetry: TelemetryOnPostgres;
beforeAll(async () => {
  telemetry = await telemetryOnPostgres();
});
afterAll(() => telemetry.close());

const HOUR = { from: NOW, to: new Date(NOW.getTime() + 3_600_000) };

async function errorsOfStation(count: number) {
  const { companyId, device } = await telemetry.newStation();
  const last = { lastCode: 'conflict', lastAt: NOW };
  return { companyId, deviceId: device.deviceId, hour: NOW, count, ...last };
}

it('returns errors that it cannot store while the database is away', async () => {
  const proxy = await DatabaseProxy.before(telemetry.url);
  const database = await Database.connect(proxy.url, { poolSize: 1, rows: [] });
  try {
    const store = new TypeormDeviceErrorStore(database);
    const errors = [await errorsOfStation(2), await errorsOfStation(3)];
    proxy.shut();
    expect(await store.add(errors)).toEqual(errors);
    expect(await telemetry.errors.ofHours(errors[0]!.companyId, HOUR)).toEqual([]);
    proxy.open();
    expect(await store.add(errors)).toEqual([]);
    for (const one of errors) expect(await telemetry.errors.ofHours(one.companyId, HOUR)).toEqual([one]);
  } finally {
    await database.close();
    await proxy.close();
  }
});

it('adds what several gateways count at once', async () => {
  const errors = await Promise.all([1, 2, 3].map(errorsOfStation));
  await Promise.all(
    Array.from({ length: 8 }, (_, i) => telemetry.errors.add(i % 2 ? errors : errors.toReversed())),
  );
  for (const one of errors)
    expect(await telemetry.errors.ofHours(one.companyId, HOUR)).toEqual([{ ...one, count: one.count * 8 }]);
});
