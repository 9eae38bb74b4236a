import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { IsNull, MoreThan } from 'typeorm';
import type { ReceiptRepository } from '../../application/ports.ts';
import type { Receipt, ReceiptId } from '../../domain/index.ts';
import { ReceiptRow } from './rows.ts';

const LISTED = 100;

export class TypeormReceiptRepository implements ReceiptRepository {
  constructor(private readonly tx: Transaction) {}

  async add(receipt: Receipt, by: string): Promise<void> {
    const { companyId, manager } = this.tx;
    await manager.insert(ReceiptRow, { companyId, ...receipt, createdBy: by, revokedAt: null });
  }

  async find(receiptId: string, now: Date): Promise<Receipt | undefined> {
    if (!isId(receiptId)) return undefined;
    const row = await this.tx.manager.findOneBy(ReceiptRow, { ...this.#valid(now), receiptId });
    return row === null ? undefined : receiptOf(row);
  }

  async valid(workerId: string | null, now: Date): Promise<Receipt[]> {
    if (workerId !== null && !isId(workerId)) return [];
    const rows = await this.tx.manager.find(ReceiptRow, {
      where: { ...this.#valid(now), ...(workerId !== null && { workerId }) },
      order: { createdAt: 'DESC', receiptId: 'ASC' },
      take: LISTED,
    });
    return rows.map(receiptOf);
  }

  async revoke(receiptId: string, now: Date): Promise<boolean> {
    if (!isId(receiptId)) return false;
    const { companyId, manager } = this.tx;
    const open = { companyId, receiptId, revokedAt: IsNull() };
    const { affected } = await manager.update(ReceiptRow, open, { revokedAt: now });
    return affected === 1 || manager.existsBy(ReceiptRow, { companyId, receiptId });
  }

  #valid(now: Date) {
    return { companyId: this.tx.companyId, expiresAt: MoreThan(now), revokedAt: IsNull() };
  }
}

function receiptOf({ receiptId, workerId, days, createdAt, expiresAt }: ReceiptRow): Receipt {
  return { receiptId: receiptId as ReceiptId, workerId, days, createdAt, expiresAt };
}
