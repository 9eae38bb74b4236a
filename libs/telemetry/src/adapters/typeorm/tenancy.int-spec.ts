import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withClient } from '@furrow/testbed';
import { SendCommand } from '../../application/send-command.ts';
import { anEvent, placed, plantAt, soilAt, weatherAt } from '../../testing/builders.ts';
import type { Station } from '../../testing/field.ts';
import { type TelemetryOnPostgres, telemetryOnPostgres } from '../../testing/telemetry-on-postgres.ts';

let telemetry: TelemetryOnPostgres;
let acme: Station;
let other: Station;
let tables: string[];
let partitions: string[];

beforeAll(async () => {
  telemetry = await telemetryOnPostgres();
  [acme, other] = [await telemetry.newStation(), await telemetry.newStation()];
  const found = await telemetry.query<{ name: string; isPartition: boolean }>(
    acme.companyId,
    `SELECT relname AS name, relispartition AS "isPartition" FROM pg_class
      WHERE relnamespace = 'telemetry'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') ORDER BY relname`,
  );
  const named = (isPartition: boolean) =>
    found.filter((table) => table.isPartition === isPartition).map(({ name }) => `telemetry.${name}`);
  [tables, partitions] = [named(false), named(true)];
  for (const station of [acme, other]) await work(station);
});
afterAll(() => telemetry.close());

/** Puts a row into every table. */
async function work({ device, companyId, userId }: Station): Promise<void> {
  await telemetry.store.store([
    placed(device, 'weather', weatherAt('2026-03-01T00:00:00Z', { rain: 1 })),
    placed(device, 'plant', plantAt('2026-03-01T00:00:00Z')),
    placed(device, 'irrigation', anEvent()),
    placed(device, 'soil', soilAt('2026-03-01T00:00:00Z')),
  ]);
  const rejected = { count: 1, lastCode: 'conflict', lastAt: telemetry.clock.now() };
  await telemetry.errors.add([
    { companyId, deviceId: device.deviceId, hour: telemetry.clock.now(), ...rejected },
  ]);
  const rejectedUplink = { devEui: '70B3D57ED0000001', network: 'ttn', code: 'device_unknown' } as const;
  await telemetry.uplinks.add({ companyId, ...rejectedUplink, reasons: [], at: telemetry.clock.now() });
  const send = new SendCommand(telemetry.outbox, telemetry.clock);
  await send.execute({ companyId, deviceId: device.deviceId, name: 'reboot', payload: {}, userId });
}

describe('a company', () => {
  it('sees nothing of another in any table, whatever the query omits', async () => {
    expect(tables).toHaveLength(9);
    for (const table of tables) {
      const seen = await telemetry.query<{ company_id: string }>(
        acme.companyId,
        `SELECT company_id FROM ${table}`,
      );
      expect([...new Set(seen.map((row) => row.company_id))]).toEqual([acme.companyId]);
    }
  });

  it('cannot bypass the policies through partitions', async () => {
    expect(partitions.length).toBeGreaterThanOrEqual(10);
    for (const partition of partitions)
      await expect(telemetry.query(acme.companyId, `SELECT * FROM ${partition}`)).rejects.toThrow(
        'permission denied',
      );
  });

  it('writes no readings itself, and no command in another’s name', async () => {
    for (const sql of [
      `INSERT INTO telemetry.weather (company_id, project_id, ts, device_id) VALUES ('${acme.companyId}', '${acme.device.projectId}', now(), 'x')`,
      'UPDATE telemetry.irrigation SET volume = 1',
      'DELETE FROM telemetry.plant',
      'DELETE FROM telemetry.soil',
      'DELETE FROM telemetry.whole_weather',
      'UPDATE telemetry.commands SET delivered_at = now()',
      'UPDATE telemetry.device_errors SET count = 9',
    ])
      await expect(telemetry.query(acme.companyId, sql)).rejects.toThrow('permission denied');
    const put = telemetry.outbox.put({
      ...{ companyId: acme.companyId, commandId: acme.companyId, deviceId: other.device.deviceId },
      ...{ name: 'reboot', payload: {}, createdBy: acme.userId, createdAt: telemetry.clock.now() },
      expiresAt: telemetry.clock.now(),
    });
    await expect(put).resolves.toBe(false);
  });
});

it('the system role stores readings and marks commands, and nothing else', async () => {
  const asSystem = (sql: string) => telemetry.database.system((tx) => tx.query(sql));
  for (const sql of [
    'DELETE FROM telemetry.weather',
    'UPDATE telemetry.weather SET te = 0',
    'UPDATE telemetry.whole_weather SET rain = 0',
    'UPDATE telemetry.soil SET moisture = 0',
    'UPDATE telemetry.irrigation SET started_at = now()',
    'UPDATE telemetry.commands SET payload = NULL',
    'UPDATE telemetry.sources SET device_id = NULL',
    'UPDATE telemetry.device_errors SET hour = now()',
    'UPDATE telemetry.rejected_uplinks SET count = 9',
    `SELECT * FROM ${partitions[0]!}`,
  ])
    await expect(asSystem(sql)).rejects.toThrow('permission denied');
});

it('the login without a role can read nothing', () =>
  withClient(telemetry.url, async (client) => {
    for (const table of [...tables, ...partitions])
      await expect(client.query(`SELECT * FROM ${table}`)).rejects.toThrow('permission denied');
    await expect(client.query(`SELECT telemetry.make_partitions('{}')`)).rejects.toThrow('permission denied');
  }));
