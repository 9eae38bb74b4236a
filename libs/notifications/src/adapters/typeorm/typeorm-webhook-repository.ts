import { isId, newId } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import { type FindOneOptions, IsNull, Not } from 'typeorm';
import type { WebhookRepository } from '../../application/ports.ts';
import { MAX_REPLACED, type SigningSecret, Webhook, type WebhookState } from '../../domain/index.ts';
import { DeliveryQueueRow, WebhookRow, WebhookSecretRow } from './rows.ts';

const COLUMNS = `webhook_id AS "webhookId", url, events, description, status, paused_reason AS "pausedReason",
  paused_at AS "pausedAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

export const ALL_WEBHOOKS: PreparedStatement = {
  name: 'all_webhooks',
  text: `SELECT ${COLUMNS} FROM notifications.webhooks
    WHERE company_id = $1 AND status <> 'deleted' ORDER BY webhook_id`,
};

export class TypeormWebhookRepository implements WebhookRepository {
  constructor(private readonly tx: Transaction) {}

  async holdCount(): Promise<number> {
    const { companyId, manager } = this.tx;
    await this.tx.lock('webhooks');
    return manager.countBy(WebhookRow, { companyId, status: Not('deleted') });
  }

  async add({ state }: Webhook, secret: SigningSecret): Promise<void> {
    const { companyId, manager } = this.tx;
    const { webhookId } = state;
    await manager.insert(WebhookRow, { ...state, companyId });
    await manager.insert(DeliveryQueueRow, { companyId, webhookId });
    await this.#addSecret(webhookId, secret);
  }

  find(webhookId: string): Promise<Webhook | undefined> {
    return this.#one(webhookId, { lock: { mode: 'for_no_key_update' } });
  }

  read(webhookId: string): Promise<Webhook | undefined> {
    return this.#one(webhookId);
  }

  async all(): Promise<Webhook[]> {
    const rows = await this.tx.query<WebhookState>(ALL_WEBHOOKS, [this.tx.companyId]);
    return rows.map((row) => Webhook.restore(row));
  }

  async update(webhook: Webhook, before: Webhook): Promise<void> {
    const { webhookId, createdAt: _, ...changes } = webhook.state;
    await this.tx.manager.update(WebhookRow, this.#keyOf(webhookId), changes);
    if (webhook.isActive && !before.isActive) await this.#begin(webhookId);
  }

  async remove({ state: { webhookId } }: Webhook, now: Date): Promise<void> {
    const [{ manager }, key] = [this.tx, this.#keyOf(webhookId)];
    await manager.delete(WebhookSecretRow, key);
    await manager.update(WebhookRow, key, { status: 'deleted', updatedAt: now });
  }

  async rotate(
    { state: { webhookId } }: Webhook,
    secret: SigningSecret,
    now: Date,
    overlapsUntil: Date,
  ): Promise<void> {
    const [{ manager }, key] = [this.tx, this.#keyOf(webhookId)];
    await this.tx.query(FORGET_REPLACED, [key.companyId, webhookId]);
    await manager.update(WebhookSecretRow, { ...key, expiresAt: IsNull() }, { expiresAt: overlapsUntil });
    await manager.update(WebhookRow, key, { updatedAt: now });
    await this.#addSecret(webhookId, secret);
  }

  async #one(webhookId: string, options: FindOneOptions<WebhookRow> = {}): Promise<Webhook | undefined> {
    if (!isId(webhookId)) return undefined;
    const where = { ...this.#keyOf(webhookId), status: Not('deleted' as const) };
    const row = await this.tx.manager.findOne(WebhookRow, { where, ...options });
    if (row === null) return undefined;
    const { companyId: _, ...state } = row;
    return Webhook.restore(state as WebhookState);
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

  async #addSecret(webhookId: string, { bytes }: SigningSecret): Promise<void> {
    const row = { ...this.#keyOf(webhookId), secretId: newId(), secret: bytes };
    await this.tx.manager.insert(WebhookSecretRow, row);
  }

  #keyOf(webhookId: string) {
    return { companyId: this.tx.companyId, webhookId: webhookId as WebhookState['webhookId'] };
  }
}

/** Secrets that were replaced, without the latest ones. */
const FORGET_REPLACED = `
  DELETE FROM notifications.webhook_secrets
  WHERE company_id = $1 AND webhook_id = $2 AND expires_at IS NOT NULL AND secret_id NOT IN (
    SELECT secret_id FROM notifications.webhook_secrets
    WHERE company_id = $1 AND webhook_id = $2 AND expires_at IS NOT NULL
    ORDER BY secret_id DESC LIMIT ${MAX_REPLACED - 1})`;
