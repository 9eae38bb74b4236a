import { TypeormFormQuery } from '../adapters/typeorm/typeorm-form-query.ts';
import { TypeormFormRepository } from '../adapters/typeorm/typeorm-form-repository.ts';
import { TypeormFormsTransactions } from '../adapters/typeorm/typeorm-forms-transactions.ts';
import { TypeormTaskRepository } from '../adapters/typeorm/typeorm-task-repository.ts';
import type { Farm, FarmDatabase } from './farm-database.ts';
import type { CompanyUnderTest } from './forms.contract.ts';

/** What the contract suite needs: the ports of two companies, and the query of both. */
export async function formsPorts(farms: FarmDatabase) {
  return {
    own: underTest(farms, await farms.aFarm()),
    other: underTest(farms, await farms.aFarm()),
    query: new TypeormFormQuery(farms.database),
  };
}

/** The repositories under test use no other context. */
export function underTest(
  farms: FarmDatabase,
  { companyId, ana, ben, projectId, sectorId }: Farm,
): CompanyUnderTest {
  const unused = () => ({}) as never;
  const neighbours = { farm: unused, authors: unused, observations: unused, media: unused };
  const transactions = new TypeormFormsTransactions(farms.database, neighbours);
  return {
    companyId,
    ana,
    ben,
    projectId,
    sectorId,
    aFile: () => farms.aFile(companyId),
    run: (work) => transactions.run(companyId, work),
    apply: (work) =>
      farms.database.tenant(companyId, (tx) =>
        work({ forms: new TypeormFormRepository(tx), tasks: new TypeormTaskRepository(tx) }),
      ),
  };
}
