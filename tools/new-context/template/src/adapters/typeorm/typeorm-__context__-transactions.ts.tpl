import type { Database } from '@furrow/database';
import type { {{Context}}Repositories, {{Context}}Transactions } from '../../application/ports.ts';
import { Typeorm{{Object}}Repository } from './typeorm-{{object}}-repository.ts';

export class Typeorm{{Context}}Transactions implements {{Context}}Transactions {
  constructor(private readonly database: Database) {}

  run<T>(companyId: string, work: (repositories: {{Context}}Repositories) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) => work({ {{objectsCamel}}: new Typeorm{{Object}}Repository(tx) }));
  }
}
