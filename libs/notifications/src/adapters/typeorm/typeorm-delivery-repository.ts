import type { Page, PageRequest } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import type { DeliveryItem, DeliveryRepository, OutgoingEvent } from '../../application/ports.ts';
import type { DeliveryStatus } from '../../domain/index.ts';

/** The condition on `created_at` lets it use the index `deliveries_by_time`. */
const OF_WEBHOOK = `FROM notifications.deliveries
  WHERE company_id = $1 AND webhook_id = $2 AND created_at > '-infinity' AND ($3::text IS NULL OR status = $3)`;

/** `$1` company, `$2` webhook, `$3` status or null, `$4` size, `$5` offset. */
export const DELIVERIES_PAGE = `
  SELECT delivery_id AS "deliveryId", type, status, created_at AS "createdAt", next_at AS "nextAttemptAt", attempts
  ${OF_WEBHOOK} ORDER BY created_at DESC, delivery_id DESC LIMIT $4 OFFSET $5`;

export class TypeormDeliveryRepository implements DeliveryRepository {
  constructor(private readonly tx: Transaction) {}

  async page(
    webhookId: string,
    status: DeliveryStatus | undefined,
    { page, pageSize }: PageRequest,
  ): Promise<Page<DeliveryItem>> {
    const asked = [this.tx.companyId, webhookId, status ?? null];
    const [items, [counted]] = await Promise.all([
      this.tx.query<DeliveryItem>(DELIVERIES_PAGE, [...asked, pageSize, (page - 1) * pageSize]),
      this.tx.query<{ total: number }>(`SELECT count(*)::int AS total ${OF_WEBHOOK}`, asked),
    ]);
    return { items, total: counted?.total ?? 0 };
  }

  async send(webhookId: string, events: readonly OutgoingEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.tx.query(
      `INSERT INTO notifications.deliveries AS d (company_id, webhook_id, delivery_id, type, body, next_at)
       SELECT $1, $2, e.id, e.type, e.body, now() FROM unnest($3::text[], $4::text[], $5::text[]) AS e (id, type, body)
       ORDER BY e.id
       ON CONFLICT (company_id, webhook_id, delivery_id) DO UPDATE
         SET status = 'pending', failures = 0, claim_id = NULL, next_at = excluded.next_at`,
      [
        ...[this.tx.companyId, webhookId],
        ...[events.map(({ eventId }) => eventId), events.map(({ type }) => type)],
        events.map(({ body }) => body),
      ],
    );
    await this.#wake(webhookId);
  }

  async waiting(webhookId: string, limit: number): Promise<number> {
    const [row] = await this.tx.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM notifications.deliveries
         WHERE company_id = $1 AND webhook_id = $2 AND status = 'pending' AND next_at <= now() LIMIT $3) AS due`,
      [this.tx.companyId, webhookId, limit],
    );
    return row?.count ?? 0;
  }

  async sendAgain(webhookId: string, deliveryId: string): Promise<boolean> {
    const changed = await this.tx.change(
      `UPDATE notifications.deliveries SET status = 'pending', failures = 0, claim_id = NULL, next_at = now()
       WHERE company_id = $1 AND webhook_id = $2 AND delivery_id = $3`,
      [this.tx.companyId, webhookId, deliveryId],
    );
    if (changed > 0) await this.#wake(webhookId);
    return changed > 0;
  }

  /** Unconditionally, because a concurrent claim may be about to record that nothing is due. */
  async #wake(webhookId: string): Promise<void> {
    await this.tx.query(
      `UPDATE notifications.delivery_queues SET due_at = least(due_at, now()) WHERE company_id = $1 AND webhook_id = $2`,
      [this.tx.companyId, webhookId],
    );
  }
}
