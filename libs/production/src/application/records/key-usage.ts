import type { ProductionTransactions } from '../ports.ts';

export interface KeyUsageInput {
  readonly clientEventId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Answers whether a user has used a key, so that a phone need not send the record again to find out. */
export class KeyUsage {
  constructor(private readonly transactions: ProductionTransactions) {}

  /** Whether any of the given keys is used. */
  execute(companyId: string, userId: string, keys: KeyUsageInput): Promise<boolean> {
    const events = keys.clientEventId === undefined ? [] : [keys.clientEventId];
    const idempotencyKeys = keys.idempotencyKey === undefined ? [] : [keys.idempotencyKey];
    return this.transactions.run(companyId, async (repositories) => {
      const records = await repositories.records.byKeys(userId, events, idempotencyKeys);
      return records.length > 0;
    });
  }
}
