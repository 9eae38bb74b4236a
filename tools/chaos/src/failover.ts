import { until } from '@furrow/testbed';
import { ChaosSystem } from './chaos-system.ts';
import { FailoverCluster } from './failover-cluster.ts';
import type { Fault } from './faults.ts';

const SERVED_WITHIN_MS = 15_000;
const NEW_EPOCH_WITHIN_MS = 60_000;

/** A system on a primary and its synchronous standby, and the fault that they allow: the primary is killed. */
export async function failoverSystem(
  say: (line: string) => void,
): Promise<{ readonly system: ChaosSystem; readonly failover: Fault }> {
  const cluster = await FailoverCluster.start();
  const system = await ChaosSystem.start(say, { given: cluster });
  const epoch = async () => {
    const [row] = await system.sql<{ epoch: string }>('SELECT epoch FROM feed.epochs');
    return row?.epoch ?? '';
  };
  const failover: Fault = {
    name: 'failover',
    begin: async () => {
      const before = await epoch();
      await cluster.kill();
      await cluster.promote();
      return async () => {
        const isNew = async () => (await epoch().catch(() => before)) !== before;
        await until('the feeds begin a new epoch', isNew, NEW_EPOCH_WITHIN_MS);
        say(`The standby was ${await cluster.restore()}.`);
      };
    },
    servesAgain: { withinMs: SERVED_WITHIN_MS, since: 'begin' },
  };
  return { system, failover };
}
