import type { AlertChangeItem, AlertTransactions } from '../alert-ports.ts';

export interface AlertChanges {
  /** Latest found first. */
  readonly changes: readonly AlertChangeItem[];
  /** Where older ones continue; null if there are none. */
  readonly next: string | null;
}

export interface ListAlertChangesInput {
  /** The `next` of an earlier answer; the latest changes without it. */
  readonly before: string | undefined;
  readonly limit: number;
}

export class ListAlertChanges {
  constructor(private readonly transactions: AlertTransactions) {}

  async execute(companyId: string, { before, limit }: ListAlertChangesInput): Promise<AlertChanges> {
    const found = await this.transactions.run(companyId, ({ alerts }) => alerts.changes(before, limit + 1));
    const changes = found.slice(0, limit);
    return { changes, next: found.length > limit ? (changes.at(-1)?.changeId ?? null) : null };
  }
}
