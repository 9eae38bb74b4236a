import { newId } from '@furrow/kernel';
import { InMemorySafety } from './in-memory-safety.ts';
import { describeSafetyPorts, type SafeFarm } from './safety.contract.ts';

describeSafetyPorts('the in-memory fakes', async () => {
  const transactions = new InMemorySafety();
  return {
    transactions,
    newFarm: async (): Promise<SafeFarm> => {
      const [companyId, north, south] = [newId(), newId(), newId()];
      transactions
        .fieldOf(companyId)
        .projects.push(
          { projectId: north, timezone: 'America/Santiago' },
          { projectId: south, timezone: 'UTC' },
        );
      return { companyId, north, south, workers: [newId(), newId()], stations: ['ws-1', 'ws-2'] };
    },
    work: async ({ companyId }, { workerId, projectId, startedAt, endedAt, breaks = [] }) =>
      transactions.work(companyId, {
        ...{ workerId, projectId, startedAt: startedAt.getTime(), endedAt: endedAt?.getTime() ?? null },
        breaks: breaks.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() })),
      }),
    measure: async ({ companyId }, { hr: _, ...air }) => void transactions.fieldOf(companyId).air.push(air),
    close: async () => undefined,
  };
});
