import type { Database, Transaction } from '@furrow/platform';
import { TypeormFarmRepository } from './adapters/typeorm/typeorm-farm-repository.ts';
import { TypeormPhytosanitaryQueries } from './adapters/typeorm/typeorm-phytosanitary-queries.ts';
import { TypeormProjectQuery } from './adapters/typeorm/typeorm-project-query.ts';
import { ApplyProjects } from './application/apply-projects.ts';
import { CheckFarmFilter } from './application/check-farm-filter.ts';
import { FollowObservedRecords } from './application/follow-observed-records.ts';
import { ListObservedRecords } from './application/list-observed-records.ts';
import { ListProjects } from './application/list-projects.ts';
import { SummarizeObservations } from './application/summarize-observations.ts';

/** The context's use cases, put together without Nest. */
export function wireAgronomy(database: Database) {
  const phytosanitary = new TypeormPhytosanitaryQueries(database);
  return {
    checkFarmFilter: new CheckFarmFilter(phytosanitary),
    followObservedRecords: new FollowObservedRecords(phytosanitary),
    listObservedRecords: new ListObservedRecords(phytosanitary),
    listProjects: new ListProjects(new TypeormProjectQuery(database)),
    summarizeObservations: new SummarizeObservations(phytosanitary),
  };
}

/** The operator's use cases within one transaction, which other contexts share. */
export function wireAgronomyIn(tx: Transaction) {
  return { applyProjects: new ApplyProjects(new TypeormFarmRepository(tx)) };
}
