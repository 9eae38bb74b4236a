import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database, Transaction } from '@furrow/database';
import { Client } from 'pg';
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

describe('errors of a company that PostgreSQL fails with', () => {
  const reports: string[] = [];
  const storeOf = () =>
    new TypeormDeviceErrorStore(telemetry.database, {
      report: (message) => reports.push(message),
      limits: { errors: 2, companies: 2 },
    });
  async function poisoned(companyId: string, act: () => Promise<void>): Promise<void> {
    const owner = new Client({ connectionString: telemetry.ownerUrl });
    await owner.connect();
    try {
      await owner.query(`
        CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF coalesce(NEW.company_id, OLD.company_id) = '${companyId}' THEN RAISE EXCEPTION 'poison'; END IF;
          RETURN coalesce(NEW, OLD);
        END $$;
        CREATE TRIGGER poison BEFORE INSERT OR UPDATE OR DELETE ON telemetry.device_errors
          FOR EACH ROW EXECUTE FUNCTION poison()`);
      await act();
    } finally {
      await owner.query('DROP FUNCTION IF EXISTS poison CASCADE');
      await owner.end();
    }
  }
  const kept = async (companyId: string) => (await telemetry.errors.ofHours(companyId, HOUR)).length;

  it('wait, and those of others are counted', async () => {
    const errors = await Promise.all([1, 2, 3, 4, 5].map(errorsOfStation));
    await poisoned(errors[1]!.companyId, async () => {
      expect(await storeOf().add(errors)).toEqual([errors[1]]);
    });
    expect(await Promise.all(errors.map((one) => kept(one.companyId)))).toEqual([1, 0, 1, 1, 1]);
    expect(reports).toEqual([expect.stringContaining(errors[1]!.deviceId)]);
  });

  it('stay when they are old, and those of others are removed, a few companies at a time', async () => {
    const later = new Date(NOW.getTime() + 1);
    await telemetry.errors.removeBefore(later);
    const errors = await Promise.all([1, 2, 3, 4, 5].map(errorsOfStation));
    await telemetry.errors.add(errors);
    const changes = jest.spyOn(Transaction.prototype, 'change');
    await poisoned(errors[0]!.companyId, async () => {
      expect(await storeOf().removeBefore(later)).toBe(4);
    });
    const sizes = changes.mock.calls.map(([, parameters = []]) => (parameters[0] as string[]).length);
    changes.mockRestore();
    expect(Math.max(...sizes)).toBe(2);
    expect(await Promise.all(errors.map((one) => kept(one.companyId)))).toEqual([1, 0, 0, 0, 0]);
  });
});
