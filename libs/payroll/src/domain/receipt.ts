import { type Branded, newId } from '@furrow/kernel';

export const DEFAULT_RECEIPT_DAYS = 7;
export const MAX_RECEIPT_DAYS = 14;
/** How long the link of a receipt works, in days. */
export const RECEIPT_VALID_DAYS = 7;

const DAY_MS = 86_400_000;

export type ReceiptId = Branded<string, 'ReceiptId'>;

/** That a worker may see the own last days without an account, until it expires or is revoked. */
export interface Receipt {
  readonly receiptId: ReceiptId;
  readonly workerId: string;
  /** The number of local days that it shows, today included. */
  readonly days: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export function issuedReceipt(workerId: string, days: number, now: Date): Receipt {
  const expiresAt = new Date(now.getTime() + RECEIPT_VALID_DAYS * DAY_MS);
  return { receiptId: newId() as ReceiptId, workerId, days, createdAt: now, expiresAt };
}
