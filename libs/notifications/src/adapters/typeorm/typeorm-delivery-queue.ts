import { newId } from '@furrow/kernel';
import type { Database, Transaction } from '@furrow/platform';
import {
  type ClaimedDelivery,
  type ClaimRequest,
  DeliveryQueue,
  type DeliveryResult,
} from '../../application/ports.ts';
import { SigningSecret } from '../../domain/index.ts';
import * as sql from './delivery-queue-sql.ts';
import { outgoingEvents, TOLD_LOG } from './log-event-history.ts';

/** The name of its position in the event log. */
const READER = 'webhooks';
/** The results of a batch for each webhook. */
interface Health {
  readonly companyId: string;
  readonly webhookId: string;
  counted: boolean;
  failed: boolean;
  gone: boolean;
  waitMs: number | null;
}

/**
 * Crosses companies, because a process sends for all. Its commits do not wait for the disk: what PostgreSQL loses in a
 * crash is read, claimed and sent again, with the same ids.
 */
export class TypeormDeliveryQueue extends DeliveryQueue {
  constructor(private readonly database: Database) {
    super();
  }

  override fanOut(limit: number): Promise<{ events: number; deliveries: number }> {
    return this.database.systemAsynchronously(async (tx) => {
      const entries = await TOLD_LOG.take(tx, READER, limit);
      const events = entries.flatMap(({ companyId, xid, micros, ...entry }) =>
        outgoingEvents({ companyId, xid, micros, ...entry }).map((event) => ({
          companyId,
          xid,
          micros,
          ...event,
        })),
      );
      if (events.length === 0) return { events: entries.length, deliveries: 0 };
      const made = await tx.query<WebhookKey & { count: number }>(sql.FAN_OUT, [
        events.map(({ companyId }) => companyId),
        events.map(({ eventId }) => eventId),
        events.map(({ type }) => type),
        events.map(({ body }) => body),
        events.map(({ xid }) => xid),
        events.map(({ micros }) => micros),
      ]);
      if (made.length > 0) await tx.query(sql.WAKE, keysOf(made));
      return { events: entries.length, deliveries: made.reduce((sum, { count }) => sum + count, 0) };
    });
  }

  override claim(request: ClaimRequest): Promise<ClaimedDelivery[]> {
    return this.database.systemAsynchronously(async (tx) => {
      const { perWebhook, perCompany, webhooks, companies } = request;
      const due = await tx.query<WebhookKey & { room: number }>(sql.DUE_WEBHOOKS, [
        ...[perWebhook, perCompany],
        ...[[...webhooks.keys()], [...webhooks.values()], [...companies.keys()], [...companies.values()]],
      ]);
      return due.length === 0 ? [] : this.#claimOf(tx, due, request.limit);
    });
  }

  async #claimOf(tx: Transaction, due: readonly (WebhookKey & { room: number })[], limit: number) {
    const claimId = newId();
    const keys = keysOf(due);
    const [claimed, , secrets] = await Promise.all([
      tx.query<Omit<ClaimedDelivery, 'claimId' | 'secrets'>>(sql.CLAIM, [
        ...keys,
        ...[due.map(({ room }) => room), limit, claimId],
      ]),
      tx.query(sql.NEXT_DUE, keys),
      tx.query<{ webhookId: string; secret: Buffer }>(sql.SECRETS, keys),
    ]);
    const byWebhook = Map.groupBy(secrets, ({ webhookId }) => webhookId);
    return claimed.map((delivery) => ({
      ...delivery,
      claimId,
      secrets: (byWebhook.get(delivery.webhookId) ?? []).map(({ secret }) => SigningSecret.restore(secret)),
    }));
  }

  override record(results: readonly DeliveryResult[]): Promise<void> {
    const healths = healthOf(results);
    const failing = healths.filter(({ failed, counted, gone }) => gone || (failed && !counted));
    const write = async (tx: Transaction) => {
      await Promise.all([
        tx.query(sql.RECORD, [
          results.map(({ delivery }) => delivery.companyId),
          results.map(({ delivery }) => delivery.webhookId),
          results.map(({ delivery }) => delivery.deliveryId),
          results.map(({ delivery }) => delivery.claimId),
          results.map(({ attempt }) => JSON.stringify(attempt)),
          results.map(({ consequence }) => consequence.status),
          results.map(({ consequence }) => ('waitMs' in consequence ? consequence.waitMs : null)),
        ]),
        tx.query(sql.RECORD_HEALTH, [
          ...keysOf(healths),
          ...[healths.map(({ counted }) => counted), healths.map(({ failed }) => failed)],
          healths.map(({ waitMs }) => waitMs),
        ]),
        ...(failing.length > 0
          ? [tx.query(sql.PAUSE, [...keysOf(failing), failing.map(({ gone }) => gone)])]
          : []),
      ]);
    };
    return this.database.systemAsynchronously(write, { atOnce: true });
  }

  override async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await this.database.system(async (tx) => {
      await tx.query(sql.RELEASE, [
        ...keysOf(deliveries),
        deliveries.map(({ deliveryId }) => deliveryId),
        deliveries.map(({ claimId }) => claimId),
      ]);
      await tx.query(sql.WAKE, keysOf(deliveries));
    });
  }

  override sweep(): Promise<number> {
    return this.database.system(async (tx) => {
      const removed = await tx.change(sql.SWEEP_DELIVERIES);
      await tx.change(sql.SWEEP_WEBHOOKS);
      return removed;
    });
  }
}

interface WebhookKey {
  readonly companyId: string;
  readonly webhookId: string;
}

const keysOf = (items: readonly WebhookKey[]) => [
  items.map(({ companyId }) => companyId),
  items.map(({ webhookId }) => webhookId),
];

function healthOf(results: readonly DeliveryResult[]): Health[] {
  const healths = new Map<string, Health>();
  for (const { delivery, consequence, isGone } of results) {
    const { companyId, webhookId } = delivery;
    const health = healths.get(webhookId) ?? {
      ...{ companyId, webhookId, waitMs: null },
      ...{ counted: false, failed: false, gone: false },
    };
    healths.set(webhookId, health);
    if (consequence.status === 'delivered') health.counted = true;
    else health.failed = true;
    if (isGone) health.gone = true;
    if ('waitMs' in consequence) health.waitMs = Math.min(health.waitMs ?? Infinity, consequence.waitMs);
  }
  return [...healths.values()];
}
