import type { LocalDate } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { FREEZES, TypeormPayRunRepository } from './typeorm-pay-run-repository.ts';

/** What frozen runs have paid, as the contexts below ask it in a transaction of theirs. */
export class FrozenWork {
  constructor(private readonly tx: Transaction) {}

  /** Shared, so that voids do not wait for each other. */
  async holdFreezes(): Promise<void> {
    await this.tx.query(`SELECT pg_advisory_xact_lock_shared(${FREEZES})`, [this.tx.companyId]);
  }

  paidBy(day: LocalDate, projectId: string): Promise<string | undefined> {
    return new TypeormPayRunRepository(this.tx).frozenOver({ from: day, to: day, projectId });
  }
}
