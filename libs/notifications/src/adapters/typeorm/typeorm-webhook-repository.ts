import { isId, newId } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import { WebhookRepository } from '../../application/ports.ts';
import { MAX_REPLACED, type SigningSecret, Webhook, type WebhookState } from '../../domain/index.ts';

const COLUMNS = `webhook_id AS "webhookId", url, events, description, status, paused_reason AS "pausedReason",
  paused_at AS "pausedAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

export const ALL_WEBHOOKS: PreparedStatement = {
  name: 'all_webhooks',
  text: `SELECT ${COLUMNS} FROM notifications.webhooks
    WHERE company_id = $1 AND status <> 'deleted' ORDER BY webhook_id`,
};

export class TypeormWebhookRepository extends WebhookRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async holdCount(): Promise<number> {
    const { companyId } = this.tx;
    await this.tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [companyId]);
    const [row] = await this.tx.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM notifications.webhooks WHERE company_id = $1 AND status <> 'deleted'`,
      [companyId],
    );
    return row?.count ?? 0;
  }

  override async add({ state }: Webhook, secret: SigningSecret): Promise<void> {
    const { companyId } = this.tx;
    const { webhookId, url, events, description, status, createdAt, updatedAt } = state;
    await this.tx.query(
      `INSERT INTO notifications.webhooks (company_id, webhook_id, url, events, description, status, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [companyId, webhookId, url, events, description, status, createdAt, updatedAt],
    );
    await this.tx.query(
      'INSERT INTO notifications.delivery_queues (company_id, webhook_id) VALUES ($1, $2)',
      [companyId, webhookId],
    );
    await this.#addSecret(webhookId, secret);
  }

  override find(webhookId: string): Promise<Webhook | undefined> {
    return this.#one(webhookId, 'FOR NO KEY UPDATE');
  }

  override read(webhookId: string): Promise<Webhook | undefined> {
    return this.#one(webhookId, '');
  }

  override async all(): Promise<Webhook[]> {
    const rows = await this.tx.query<WebhookState>(ALL_WEBHOOKS, [this.tx.companyId]);
    return rows.map((row) => Webhook.restore(row));
  }

  override async update(webhook: Webhook, before: Webhook): Promise<void> {
    const { webhookId, url, events, description, status, pausedReason, pausedAt, updatedAt } = webhook.state;
    await this.tx.query(
      `UPDATE notifications.webhooks SET url = $3, events = $4, description = $5, status = $6, paused_reason = $7,
         paused_at = $8, updated_at = $9
       WHERE company_id = $1 AND webhook_id = $2`,
      [this.tx.companyId, webhookId, url, events, description, status, pausedReason, pausedAt, updatedAt],
    );
    if (webhook.isActive && !before.isActive) await this.#begin(webhookId);
  }

  override async remove({ state: { webhookId } }: Webhook, now: Date): Promise<void> {
    const key = [this.tx.companyId, webhookId];
    await this.tx.query(
      'DELETE FROM notifications.webhook_secrets WHERE company_id = $1 AND webhook_id = $2',
      key,
    );
    await this.tx.query(
      `UPDATE notifications.webhooks SET status = 'deleted', updated_at = $3 WHERE company_id = $1 AND webhook_id = $2`,
      [...key, now],
    );
  }

  override async rotate(
    { state: { webhookId } }: Webhook,
    secret: SigningSecret,
    now: Date,
    overlapsUntil: Date,
  ): Promise<void> {
    const key = [this.tx.companyId, webhookId];
    await this.tx.query(
      `DELETE FROM notifications.webhook_secrets
       WHERE company_id = $1 AND webhook_id = $2 AND expires_at IS NOT NULL AND secret_id NOT IN (
         SELECT secret_id FROM notifications.webhook_secrets
         WHERE company_id = $1 AND webhook_id = $2 AND expires_at IS NOT NULL
         ORDER BY secret_id DESC LIMIT ${MAX_REPLACED - 1})`,
      key,
    );
    await this.tx.query(
      `UPDATE notifications.webhook_secrets SET expires_at = $3
       WHERE company_id = $1 AND webhook_id = $2 AND expires_at IS NULL`,
      [...key, overlapsUntil],
    );
    await this.tx.query(
      'UPDATE notifications.webhooks SET updated_at = $3 WHERE company_id = $1 AND webhook_id = $2',
      [...key, now],
    );
    await this.#addSecret(webhookId, secret);
  }

  async #one(webhookId: string, lock: string): Promise<Webhook | undefined> {
    if (!isId(webhookId)) return undefined;
    const [row] = await this.tx.query<WebhookState>(
      `SELECT ${COLUMNS} FROM notifications.webhooks
       WHERE company_id = $1 AND webhook_id = $2 AND status <> 'deleted' ${lock}`,
      [this.tx.companyId, webhookId],
    );
    return row && Webhook.restore(row);
  }

  /** Events committed while it was paused are left out; deliveries pending then are due. */
  async #begin(webhookId: string): Promise<void> {
    const key = [this.tx.companyId, webhookId];
    await this.tx.query(
      `UPDATE notifications.webhooks SET active_in = pg_current_snapshot(), active_at = statement_timestamp()
       WHERE company_id = $1 AND webhook_id = $2`,
      key,
    );
    await this.tx.query(
      `UPDATE notifications.delivery_queues SET due_at = now(), failing_since = NULL
       WHERE company_id = $1 AND webhook_id = $2`,
      key,
    );
  }

  async #addSecret(webhookId: string, secret: SigningSecret): Promise<void> {
    await this.tx.query(
      'INSERT INTO notifications.webhook_secrets (company_id, webhook_id, secret_id, secret) VALUES ($1, $2, $3, $4)',
      [this.tx.companyId, webhookId, newId(), secret.bytes],
    );
  }
}
