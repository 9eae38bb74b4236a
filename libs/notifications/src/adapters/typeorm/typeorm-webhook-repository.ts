import type { PreparedStatement, Transaction } from '@furrow/platform';
import { WebhookRepository } from '../../application/ports.ts';
import { Webhook, type WebhookState } from '../../domain/index.ts';

export const ALL_WEBHOOKS: PreparedStatement = {
  name: 'all_webhooks',
  text: `SELECT webhook_id AS "webhookId", name, created_at AS "createdAt"
    FROM notifications.webhooks WHERE company_id = $1 ORDER BY name_key COLLATE "C"`,
};

export class TypeormWebhookRepository extends WebhookRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async add(webhook: Webhook): Promise<boolean> {
    const { webhookId, name, createdAt } = webhook.state;
    const rows = await this.tx.query(
      `INSERT INTO notifications.webhooks (company_id, webhook_id, name, name_key, created_at)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (company_id, name_key) DO NOTHING RETURNING name_key`,
      [this.tx.companyId, webhookId, name, webhook.nameKey, createdAt],
    );
    return rows.length === 1;
  }

  override async all(): Promise<Webhook[]> {
    const rows = await this.tx.query<WebhookState>(ALL_WEBHOOKS, [this.tx.companyId]);
    return rows.map((row) => Webhook.restore(row));
  }
}
