import { byCompany, queryCrossing, type Transaction } from '@furrow/database';
import { WAKE } from '../delivery-queue-sql.ts';

export interface WebhookKey {
  readonly companyId: string;
  readonly webhookId: string;
}

/** As columns for a statement. */
export const keysOf = (items: readonly WebhookKey[]): string[][] => [
  items.map(({ companyId }) => companyId),
  items.map(({ webhookId }) => webhookId),
];

/** Something of these webhooks is due now. */
export const wake = (tx: Transaction, webhooks: readonly WebhookKey[]): Promise<unknown> =>
  byCompany(tx, webhooks, (some, company) => queryCrossing(tx, WAKE, keysOf(some), company));
