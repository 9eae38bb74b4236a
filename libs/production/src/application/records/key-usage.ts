import type { ProductionTransactions } from '../ports.ts';

/** Tells a phone whether a key of its user was used, so that it need not send the record again to find out. */
export class KeyUsage {
  constructor(private readonly transactions: ProductionTransactions) {}

  /** Whether any of the keys given is used. */
  execute(
    companyId: string,
    userId: string,
    keys: { readonly clientEventId?: string | undefined; readonly idempotencyKey?: string | undefined },
  ): Promise<boolean> {
    const events = keys.clientEventId === undefined ? [] : [keys.clientEventId];
    const idempotencyKeys = keys.idempotencyKey === undefined ? [] : [keys.idempotencyKey];
    return this.transactions.run(companyId, async (repositories) => {
      const records = await repositories.records.byKeys(userId, events, idempotencyKeys);
      return records.length > 0;
    });
  }
}
