import { type Webhook, WebhookNotFound, WebhookPaused } from '../../domain/index.ts';
import type { NotificationsRepositories } from '../ports.ts';

/** @throws WebhookNotFound; WebhookPaused if nothing would be sent */
export async function activeWebhook(
  { webhooks }: NotificationsRepositories,
  webhookId: string,
): Promise<Webhook> {
  const webhook = await webhooks.find(webhookId);
  if (!webhook) throw new WebhookNotFound();
  if (!webhook.isActive) throw new WebhookPaused();
  return webhook;
}
