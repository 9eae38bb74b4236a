import { newId } from '@furrow/kernel';
import { describeAgronomyPorts } from './agronomy.contract.ts';
import type { FarmTransactions } from './contract/farm-repository.contract.ts';
import type { ScoutedFarm } from './contract/phytosanitary.contract.ts';
import { InMemoryFarmRepository } from './in-memory-farm-repository.ts';
import { InMemoryPhytosanitary } from './in-memory-phytosanitary.ts';

describeAgronomyPorts('the in-memory fakes', async () => ({
  newCompanies,
  newFarm,
  close: async () => undefined,
}));

async function newCompanies(): Promise<FarmTransactions> {
  const [own, other] = [new InMemoryFarmRepository(), new InMemoryFarmRepository()];
  return { run: (work) => work(own), elsewhere: (work) => work(other) };
}

async function newFarm(): Promise<ScoutedFarm> {
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
}
