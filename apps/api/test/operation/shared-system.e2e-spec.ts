import { expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aFarm } from '@furrow/testbed/farms';
import { EMPTYING, System } from '@furrow/testbed/system';

/** PostgreSQL detects no deadlock within the time of a test, as at a shifted clock, at which its timers do not fire. */
const NO_TIMER = '10min';

it('a shared system is emptied beside work that holds one table and wants another', async () => {
  const system = await System.shared();
  const [{ name: database }] = (await system.sql<{ name: string }>('SELECT current_database() AS name')) as [
    { name: string },
  ];
  const deadlocks = (setting: string) =>
    system.superuser(`ALTER DATABASE ${database} ${setting}`).then(() => undefined);
  await system.provision(aFarm('acme', { devices: [{ deviceId: 'ws-01', project: 'north' }] }));
  await deadlocks(`SET deadlock_timeout = '${NO_TIMER}'`);
  try {
    await system.asSuperuser(async (job) => {
      await job.query('BEGIN');
      await job.query('LOCK TABLE notifications.alerts IN ROW SHARE MODE');
      const emptied = system.stop();
      await until('the system is being emptied', async () => {
        const sessions = await system.superuser(
          'SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
          [EMPTYING],
        );
        return sessions.length > 0;
      });
      await job.query('LOCK TABLE access.devices IN ROW SHARE MODE');
      await job.query('COMMIT');
      await emptied;
      const { rows } = await job.query('SELECT FROM access.companies');
      expect(rows).toEqual([]);
    });
  } finally {
    await deadlocks('RESET deadlock_timeout');
  }
});
