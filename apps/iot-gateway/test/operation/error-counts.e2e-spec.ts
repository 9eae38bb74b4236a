import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { type DeviceCredential, GatewaySystem, minute, Station } from '../harness/index.ts';

let system: GatewaySystem;
let globexId: string;
beforeAll(async () => {
  system = await GatewaySystem.start();
  ({ companyId: globexId } = await system.provision('globex'));
});
afterAll(() => system?.stop());

let ours: DeviceCredential;
let theirs: DeviceCredential;
beforeEach(async () => {
  [ours, theirs] = [await system.device(), await system.device(`globex-${Date.now()}`, 'globex')];
});

const counted = () =>
  system.sql<{ companyId: string; deviceId: string; count: number; lastCode: string }>(
    `SELECT company_id AS "companyId", device_id AS "deviceId", sum(count)::int AS count, 
            (array_agg(last_code ORDER BY last_at DESC))[1] AS "lastCode"
       FROM telemetry.device_errors WHERE device_id = ANY ($1) GROUP BY 1, 2 ORDER BY 3 DESC`,
    [[ours.deviceId, theirs.deviceId]],
  );

/** Three of the five items are bad, and so is the second message. */
async function sendBadItems(station: Station): Promise<void> {
  await station.subscribe('errors');
  await station.weather(
    ...[{ ts: minute(0), te: 20 }, { ts: minute(1), te: 200 }, { te: 20 }, { ts: minute(2), te: 22 }],
    { ts: minute(0), te: 21 },
  );
  await station.publish('telemetry/plant', 'nonsense');
  expect(await station.errors(4)).toHaveLength(4);
}

describe('rejected items', () => {
  it('are counted once, for their device', async () => {
    const [station, stranger] = [
      await Station.connect(system.listening, ours),
      await Station.connect(system.listening, theirs),
    ];
    await sendBadItems(station);
    await stranger.weather({ ts: minute(0), te: 20 });
    await stranger.weather({ ts: minute(1), te: 200 });
    const [first, second] = await until('both are counted', async () => {
      const rows = await counted();
      return rows.reduce((sum, { count }) => sum + count, 0) >= 5 && rows;
    });
    expect([first, second]).toEqual([
      { ...{ companyId: system.companyId, deviceId: ours.deviceId }, count: 4, lastCode: 'malformed_json' },
      { ...{ companyId: globexId, deviceId: theirs.deviceId }, count: 1, lastCode: 'validation_failed' },
    ]);
    await Promise.all([station.end(), stranger.end()]);
  });

  it('are written when the gateway is stopped, and so is that a device was slowed down', async () => {
    const gateway = await system.another({ IOT_DEVICE_RATE: '20' });
    const station = await Station.connect(gateway.ready, ours);
    await sendBadItems(station);
    await Promise.all(Array.from({ length: 60 }, (_, i) => station.weather({ ts: minute(i + 10), te: 20 })));
    expect((await station.errors(5)).map(({ code }) => code)).toContain('rate_limited');
    await gateway.end();
    expect(await counted()).toMatchObject([{ deviceId: ours.deviceId, count: 5 }]);
    await station.end();
  });
});
