import type { Database } from '@furrow/platform';
import { type {{Context}}Repositories, {{Context}}Transactions } from '../../application/ports.ts';
import { Sql{{Object}}Repository } from './sql-{{object}}-repository.ts';

export class Sql{{Context}}Transactions extends {{Context}}Transactions {
  constructor(private readonly database: Database) {
    super();
  }

  override run<T>(companyId: string, work: (repositories: {{Context}}Repositories) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) => work({ {{objectsCamel}}: new Sql{{Object}}Repository(tx) }));
  }
}
