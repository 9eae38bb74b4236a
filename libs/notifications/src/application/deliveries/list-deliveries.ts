import type { Page, PageRequest } from '@furrow/kernel';
import { type DeliveryStatus, WebhookNotFound } from '../../domain/index.ts';
import type { DeliveryItem, NotificationsTransactions } from '../ports.ts';

export interface ListDeliveriesInput extends PageRequest {
  readonly status?: DeliveryStatus | undefined;
}

export class ListDeliveries {
  constructor(private readonly transactions: NotificationsTransactions) {}

  /**
   * The latest first.
   * @throws WebhookNotFound
   */
  execute(
    companyId: string,
    webhookId: string,
    { status, ...request }: ListDeliveriesInput,
  ): Promise<Page<DeliveryItem>> {
    return this.transactions.run(companyId, async ({ webhooks, deliveries }) => {
      if (!(await webhooks.read(webhookId))) throw new WebhookNotFound();
      return deliveries.page(webhookId, status, request);
    });
  }
}
