import { newId } from '@furrow/kernel';
import { InMemoryPhytosanitary } from './in-memory-phytosanitary.ts';
import { describePhytosanitaryQueries } from './phytosanitary.contract.ts';

describePhytosanitaryQueries('the in-memory fakes', async () => {
  const [companyId, north, south] = [newId(), newId(), newId()];
  const sector = (projectId: string, name: string) => ({
    ...{ sectorId: newId(), projectId, name, crop: 'Cherry', variety: null },
  });
  const farm = {
    zone: 'America/Lima',
    projects: [
      { projectId: north, name: 'North', timezone: 'America/Santiago' },
      { projectId: south, name: 'South', timezone: 'America/Havana' },
    ],
    sectors: [sector(north, 'N1'), sector(north, 'N2'), sector(south, 'S1')],
  };
  const queries = new InMemoryPhytosanitary(companyId, farm);
  const author = { userId: newId(), idpId: 'idp|ana', name: 'Ana Rojas' };
  return {
    ...farm,
    ...{ companyId, author, queries },
    keep: async (record) => void queries.records.push(record),
    settled: async () => undefined,
  };
});
