import type { Database } from '@furrow/database';
import { type ApiTokenRepository, TokenTransactions } from '../../application/ports.ts';
import { TypeormApiTokenRepository } from './typeorm-api-token-repository.ts';

export class TypeormTokenTransactions extends TokenTransactions {
  constructor(private readonly database: Database) {
    super();
  }

  override run<T>(companyId: string, work: (tokens: ApiTokenRepository) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) => work(new TypeormApiTokenRepository(tx)));
  }
}
