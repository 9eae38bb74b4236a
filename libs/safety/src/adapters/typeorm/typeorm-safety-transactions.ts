import { setImmediate } from 'node:timers/promises';
import type { Database, Transaction } from '@furrow/database';
import { type SafetyRepositories, SafetyTransactions } from '../../application/ports.ts';
import { AgronomyProjects } from '../agronomy/agronomy-projects.ts';
import { TelemetryHeat } from '../telemetry/telemetry-heat.ts';
import { WorkforceShifts } from '../workforce/workforce-shifts.ts';
import { TypeormRestDueRepository } from './typeorm-rest-due-repository.ts';
import { TypeormRestRuleRepository } from './typeorm-rest-rule-repository.ts';

export class TypeormSafetyTransactions extends SafetyTransactions {
  constructor(private readonly database: Database) {
    super();
  }

  override run<T>(companyId: string, work: (repositories: SafetyRepositories) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) => work(repositoriesIn(tx)));
  }

  override async companiesWithRules(after: string | null, limit: number): Promise<readonly string[]> {
    const rows = await this.database.system((tx) =>
      tx.query<{ companyId: string }>(
        `SELECT DISTINCT company_id AS "companyId" FROM safety.rest_rules
          WHERE active AND ($1::uuid IS NULL OR company_id > $1) ORDER BY 1 LIMIT $2`,
        [after, limit],
      ),
    );
    return rows.map(({ companyId }) => companyId);
  }
}

function repositoriesIn(tx: Transaction): SafetyRepositories {
  return {
    rules: new TypeormRestRuleRepository(tx),
    dues: new TypeormRestDueRepository(tx),
    work: new WorkforceShifts(tx),
    heat: new TelemetryHeat(tx),
    projects: new AgronomyProjects(tx),
    yieldToOthers: () => setImmediate(),
  };
}
