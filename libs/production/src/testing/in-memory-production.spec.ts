import { aFarm } from './farm.ts';
import { InMemoryProduction } from './in-memory-production.ts';
import { describeProductionPorts } from './production.contract.ts';

describeProductionPorts('the in-memory fakes', async () => {
  const transactions = new InMemoryProduction();
  return {
    transactions,
    maintenance: transactions.maintenance,
    newFarm: async () => {
      const farm = aFarm();
      transactions.register(farm);
      return farm;
    },
    movementsSeen: async (companyId, sessionId) =>
      transactions.tablesOf(companyId).snapshots.get(sessionId)?.movements ?? 0,
    close: async () => undefined,
  };
});
