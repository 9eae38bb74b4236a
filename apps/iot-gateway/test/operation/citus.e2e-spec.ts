import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CitusDatabase, describeIf } from '@furrow/platform/testing';
import { type DeviceCredential, GatewaySystem, minute, Station } from '../harness/index.ts';

const CITUS = process.env['FURROW_TEST_CITUS_URL'];
const READINGS = 20;

describeIf(CITUS !== undefined, 'FURROW_TEST_CITUS_URL', 'a gateway on a Citus', () => {
  let citus: CitusDatabase;
  let system: GatewaySystem;
  /** Devices of two companies on different workers. */
  let near: DeviceCredential;
  let far: DeviceCredential;
  let farPort: number;

  beforeAll(async () => {
    citus = await CitusDatabase.make(CITUS ?? '');
    await GatewaySystem.migrate(citus, ['distribute', '--shards', '4']);
    system = await GatewaySystem.start({}, citus);
    near = await system.device('near');
    const nearPort = await citus.portOf(system.companyId);
    // Ids of companies are random, and so is the worker of each.
    for (let i = 1; far === undefined; i++) {
      const { companyId } = await system.provision(`farm${i}`);
      farPort = await citus.portOf(companyId);
      if (farPort !== nearPort) far = await system.device('far', `farm${i}`);
    }
  });
  afterAll(async () => {
    await system?.stop();
    if (!system) await citus?.drop();
  });

  it('stores the readings of companies on other workers while one is away, and all when it is back', async () => {
    const [here, there] = await Promise.all(
      [near, far].map((device) => Station.connect(system.listening, device)),
    );
    await Promise.all([here, there].map((station) => station!.weather({ ts: minute(0), te: 1 })));
    const bringBack = await citus.cutOff(farPort);
    let acknowledged = 0;
    const waiting = Array.from({ length: READINGS }, (_, i) =>
      there!.weather({ ts: minute(i + 1), te: 1 }).then(() => acknowledged++),
    );
    try {
      for (let i = 1; i <= READINGS; i++) await here!.weather({ ts: minute(i), te: 1 });
      expect(acknowledged).toBe(0);
    } finally {
      await bringBack();
    }
    await Promise.all(waiting);
    const rows = await system.sql<{ count: number }>(
      'SELECT count(*)::int FROM telemetry.weather GROUP BY device_id',
    );
    expect(rows).toEqual([{ count: READINGS + 1 }, { count: READINGS + 1 }]);
    await Promise.all([here!.end(), there!.end()]);
  });
});
