import type { ReceiptRepository } from '../application/ports.ts';
import type { Receipt } from '../domain/index.ts';

const LISTED = 100;

export interface StoredReceipt extends Receipt {
  readonly revokedAt: Date | null;
}

export class InMemoryReceipts implements ReceiptRepository {
  constructor(private readonly receipts: Map<string, StoredReceipt>) {}

  async add(receipt: Receipt): Promise<void> {
    this.receipts.set(receipt.receiptId, { ...receipt, revokedAt: null });
  }

  async find(receiptId: string, now: Date): Promise<Receipt | undefined> {
    return this.#valid(now).find((receipt) => receipt.receiptId === receiptId);
  }

  async valid(workerId: string | null, now: Date): Promise<Receipt[]> {
    return this.#valid(now)
      .filter((receipt) => workerId === null || receipt.workerId === workerId)
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .slice(0, LISTED);
  }

  async revoke(receiptId: string, now: Date): Promise<boolean> {
    const stored = this.receipts.get(receiptId);
    if (stored === undefined) return false;
    this.receipts.set(receiptId, { ...stored, revokedAt: stored.revokedAt ?? now });
    return true;
  }

  #valid(now: Date): Receipt[] {
    return [...this.receipts.values()]
      .filter((stored) => isValid(stored, now))
      .map(({ revokedAt: _, ...receipt }) => receipt);
  }
}

const isValid = ({ expiresAt, revokedAt }: StoredReceipt, now: Date): boolean =>
  expiresAt > now && revokedAt === null;
