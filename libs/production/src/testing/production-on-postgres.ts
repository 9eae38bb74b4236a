import { accessRows, wireAccessIn } from '@furrow/access';
import { agronomyRows, wireAgronomyIn } from '@furrow/agronomy';
import { SystemClock } from '@furrow/kernel';
import { Database, type Transaction } from '@furrow/database';
import { createTestDatabase } from '@furrow/testbed';
import { AccessCompanyDirectory } from '../adapters/access/access-company-directory.ts';
import { AccessUserDirectory } from '../adapters/access/access-user-directory.ts';
import { responsiblesIn } from '../adapters/access/access-responsibles.ts';
import { AgronomyFarmDirectory } from '../adapters/agronomy/agronomy-farm-directory.ts';
import type { PaidWork } from '../application/ports.ts';
import { productionRows } from '../adapters/typeorm/rows.ts';
import { TypeormHarvestQuery } from '../adapters/typeorm/queries/typeorm-harvest-query.ts';
import { TypeormProductionTransactions } from '../adapters/typeorm/typeorm-production-transactions.ts';
import { wireProductionIn } from '../wiring.ts';
import { TypeormSessionMaintenance } from '../adapters/typeorm/typeorm-session-maintenance.ts';
import { WorkforceWorkerDirectory } from '../adapters/workforce/workforce-worker-directory.ts';
import { fresh } from './builders.ts';
import { aFarm, type Farm, type Named } from './farm.ts';
import type { ProductionPorts } from './contract/contract-farms.ts';

/** Production's adapters, wired as the module wires them, on a database of their own. */
export interface ProductionOnPostgres extends ProductionPorts {
  readonly database: Database;
  readonly harvest: TypeormHarvestQuery;
  /** The login of a service, which has not taken on a role yet. */
  readonly url: string;
  readonly ownerUrl: string;
}

/** @param poolSize the number of connections that the test uses at once */
export async function productionOnPostgres({
  poolSize = 4,
  onCitus = false,
} = {}): Promise<ProductionOnPostgres> {
  const test = await createTestDatabase({ onCitus });
  const rows = [...accessRows, ...agronomyRows, ...productionRows];
  const database = await Database.connect(test.url, { poolSize, rows });
  const farmIn = (tx: Transaction) => new AgronomyFarmDirectory(tx);
  return {
    database,
    url: test.url,
    ownerUrl: test.ownerUrl,
    transactions: new TypeormProductionTransactions(database, {
      farm: farmIn,
      workers: (tx) => new WorkforceWorkerDirectory(tx),
      company: (tx) => new AccessCompanyDirectory(tx),
      users: (tx) => new AccessUserDirectory(tx),
      paid: () => nothingPaid,
    }),
    harvest: new TypeormHarvestQuery(database, {
      farm: farmIn,
      responsibles: responsiblesIn,
    }),
    maintenance: new TypeormSessionMaintenance(database),
    newFarm: () => farmOnFile(database),
    movementsSeen: (companyId, sessionId) =>
      database.tenant(companyId, async (tx) => {
        const [snapshot] = await tx.query<{ movements: number }>(
          'SELECT movements FROM production.quality_snapshots WHERE session_id = $1',
          [sessionId],
        );
        return snapshot?.movements ?? 0;
      }),
    close: async () => {
      await database.close();
      await test.drop();
    },
  };
}

const nothingPaid: PaidWork = { holdFreezes: async () => {}, paidBy: async () => undefined };

/** Creates a farm as `furrow apply` would, in one transaction. */
function farmOnFile(database: Database): Promise<Farm> {
  const farm = aFarm();
  return database.tenant(farm.companyId, async (tx) => {
    const { owner, colleague, project, sectors, workers, qualities } = farm;
    const { timezone, active: _, projectId: __, ...defaults } = project;
    await wireAccessIn(tx, new SystemClock()).applyCompany.execute({
      key: fresh('farm'),
      name: 'Acme Farms',
      timezone,
    });
    const users = await wireAccessIn(tx, new SystemClock()).applyUsers.execute(
      [owner, colleague].map(({ idpId }) => ({ idpId, name: `User ${idpId}`, role: 'supervisor' })),
      { prune: false },
    );
    const applied = await wireAgronomyIn(tx).applyProjects.execute(
      [
        {
          key: 'north',
          name: 'North Block',
          timezone,
          defaults: { ...defaults, pricePerUnit: Number(defaults.pricePerUnit) },
          sectors: sectors.map(({ name, crop, variety }) => ({
            key: name.toLowerCase(),
            name,
            crop,
            variety,
          })),
        },
      ],
      { prune: false },
    );
    const projectId = applied.projects['north']!;
    const qualityIds = await wireProductionIn(tx, new SystemClock()).applyQualities.execute(
      qualities.map(({ name }) => ({ key: name.toLowerCase(), name })),
      { prune: false },
    );
    for (const worker of workers) await putWorker(tx, worker);
    const known = <T extends { idpId: string }>(user: T) => ({ ...user, userId: users.get(user.idpId)! });
    const placed = <T extends { name: string }>(sector: T) => ({
      ...sector,
      projectId,
      sectorId: applied.sectors[`north/${sector.name.toLowerCase()}`]!,
    });
    const sorted = ({ name }: Named) => ({ id: qualityIds[name.toLowerCase()]!, name });
    return {
      ...farm,
      owner: known(owner),
      colleague: known(colleague),
      project: { ...project, projectId },
      sectors: [placed(sectors[0]), placed(sectors[1])],
      qualities: [sorted(qualities[0]), sorted(qualities[1])],
    };
  });
}

/** Workforce registers workers one by one under rules of its own; these tests accept any worker. */
async function putWorker(tx: Transaction, { id, name }: Named): Promise<void> {
  await tx.query(
    `INSERT INTO workforce.workers
       (company_id, worker_id, code, code_stem, code_number, first_name, last_name, full_name, hire_date, position,
        employment_type, status, name_key, search_text, created_at, updated_at)
     VALUES ($1, $2, $3, $3, 1, $3, 'Soto', $3, '2026-03-01', 'harvester', 'seasonal', 'active', $3, $3, now(), now())`,
    [tx.companyId, id, name],
  );
}
