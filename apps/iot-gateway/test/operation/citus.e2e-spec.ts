import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CitusDatabase, describeIf } from '@furrow/testbed';
import { GatewaySystem, minute, Station } from '../harness/index.ts';

const CITUS = process.env['FURROW_TEST_CITUS_URL'];
const READINGS = 20;

describeIf(CITUS !== undefined, 'FURROW_TEST_CITUS_URL', 'a gateway on a Citus', () => {
  let citus: CitusDatabase;
  let system: GatewaySystem;
  /** A company whose worker is another than that of the first. */
  let farCompany: string;
  let farPort: number;

  beforeAll(async () => {
    citus = await CitusDatabase.behindLines(CITUS ?? '');
    await GatewaySystem.migrate(citus, ['distribute', '--shards', '2']);
    system = await GatewaySystem.start({ DATABASE_STATEMENT_TIMEOUT: '2s' }, citus);
    const nearPort = await citus.portOf(system.companyId);
    // Ids of companies are random, and so is the worker of each.
    for (let i = 1; farCompany === undefined; i++) {
      const { companyId } = await system.provision(`farm${i}`);
      farPort = await citus.portOf(companyId);
      if (farPort !== nearPort) farCompany = `farm${i}`;
    }
  });
  afterAll(async () => {
    await system?.stop();
    if (!system) await citus?.drop();
  });

  it.each([
    ['is away', (port: number) => citus.cutOff(port)],
    [
      'hangs',
      async (port: number) => {
        const line = citus.lineTo(port);
        line.hold();
        return async () => line.release();
      },
    ],
  ])(
    'stores the readings of companies on other workers while one %s, and all when it is back',
    async (_, disturb) => {
      const devices = [await system.device(), await system.device(undefined, farCompany)];
      const [here, there] = await Promise.all(
        devices.map((device) => Station.connect(system.listening, device)),
      );
      await Promise.all([here, there].map((station) => station!.weather({ ts: minute(0), te: 1 })));
      const bringBack = await disturb(farPort);
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
        'SELECT count(*)::int FROM telemetry.weather WHERE device_id = ANY ($1) GROUP BY device_id',
        [devices.map(({ deviceId }) => deviceId)],
      );
      expect(rows).toEqual([{ count: READINGS + 1 }, { count: READINGS + 1 }]);
      await Promise.all([here!.end(), there!.end()]);
    },
  );
});
