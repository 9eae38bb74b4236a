import type { Clock } from '@furrow/kernel';
import type { Database, Transaction } from '@furrow/database';
import { TypeormFarmRepository } from './adapters/typeorm/typeorm-farm-repository.ts';
import { TypeormPhytosanitaryQueries } from './adapters/typeorm/typeorm-phytosanitary-queries.ts';
import { TypeormProjectQuery } from './adapters/typeorm/typeorm-project-query.ts';
import { TypeormTreatmentQuery } from './adapters/typeorm/typeorm-treatment-query.ts';
import { TypeormTreatmentTransactions } from './adapters/typeorm/typeorm-treatment-transactions.ts';
import { ApplyProjects } from './application/apply-projects.ts';
import { CheckFarmFilter } from './application/check-farm-filter.ts';
import { FollowObservedRecords } from './application/follow-observed-records.ts';
import { ListObservedRecords } from './application/list-observed-records.ts';
import { DescribeProjects } from './application/describe-projects.ts';
import { ListClosures } from './application/list-closures.ts';
import { ListProjects } from './application/list-projects.ts';
import { ListTreatments } from './application/list-treatments.ts';
import { ReportObservedDays } from './application/report-observed-days.ts';
import { RecordTreatment } from './application/record-treatment.ts';
import { SummarizeObservations } from './application/summarize-observations.ts';
import { VoidTreatment } from './application/void-treatment.ts';

/** The context's use cases, wired without NestJS. */
export function wireAgronomy(database: Database, clock: Clock) {
  const treatments = new TypeormTreatmentTransactions(database);
  const phytosanitary = new TypeormPhytosanitaryQueries(database);
  const projects = new TypeormProjectQuery(database);
  const listTreatments = new ListTreatments(new TypeormTreatmentQuery(database));
  return {
    checkFarmFilter: new CheckFarmFilter(phytosanitary),
    followObservedRecords: new FollowObservedRecords(phytosanitary),
    listObservedRecords: new ListObservedRecords(phytosanitary),
    reportObservedDays: new ReportObservedDays(phytosanitary),
    listProjects: new ListProjects(projects),
    describeProjects: new DescribeProjects(projects),
    listTreatments,
    listClosures: new ListClosures(listTreatments, clock),
    recordTreatment: new RecordTreatment(treatments, clock),
    summarizeObservations: new SummarizeObservations(phytosanitary),
    voidTreatment: new VoidTreatment(treatments, clock),
  };
}

/** The operator's use cases within one transaction that several contexts share. */
export function wireAgronomyIn(tx: Transaction) {
  return { applyProjects: new ApplyProjects(new TypeormFarmRepository(tx)) };
}
