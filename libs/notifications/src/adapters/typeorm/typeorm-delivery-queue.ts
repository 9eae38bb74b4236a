import { newId } from '@furrow/kernel';
import { byCompany, type Database, queryCrossing, type Transaction } from '@furrow/database';
import { DatabaseUnavailable } from '@furrow/database/errors';
import type {
  ClaimedDelivery,
  ClaimRequest,
  DeliveryQueue,
  DeliveryResult,
  FanOut,
} from '../../application/ports.ts';
import { SigningSecret } from '../../domain/index.ts';
import * as sql from './delivery-queue-sql.ts';
import { EventFanOut } from './fan-out/event-fan-out.ts';
import { keysOf, wake, type WebhookKey } from './fan-out/wake.ts';

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
export class TypeormDeliveryQueue implements DeliveryQueue {
  readonly #events: EventFanOut;

  constructor(private readonly database: Database) {
    this.#events = new EventFanOut(database);
  }

  fanOut(limit: number): Promise<FanOut> {
    return this.#events.fanOut(limit);
  }

  takeUp(): Promise<number> {
    return this.#events.takeUp();
  }

  claim(request: ClaimRequest): Promise<ClaimedDelivery[]> {
    return this.database.systemAsynchronously(async (tx) => {
      if (!tx.isDistributed) return this.#claim(tx, request);
      const { companies, perCompany } = request;
      const inFlight = [[...companies.keys()], [...companies.values()], perCompany];
      const claimed: ClaimedDelivery[] = [];
      for (const { companyId } of await tx.query<{ companyId: string }>(sql.DUE_COMPANIES, inFlight)) {
        const limit = request.limit - claimed.length;
        if (limit > 0) claimed.push(...(await this.#claim(tx, { ...request, limit }, companyId)));
      }
      return claimed;
    });
  }

  async #claim(tx: Transaction, request: ClaimRequest, company?: string): Promise<ClaimedDelivery[]> {
    const { perWebhook, perCompany, webhooks, companies, limit } = request;
    const inFlight = [webhooks.keys(), webhooks.values(), companies.keys(), companies.values()];
    const due = await queryCrossing<WebhookKey & { room: number; companyRoom: number }>(
      tx,
      sql.DUE_WEBHOOKS,
      [perWebhook, perCompany, ...inFlight.map((column) => [...column])],
      company,
    );
    if (due.length === 0) return [];
    const claimId = newId();
    const keys = keysOf(due);
    const rooms = [due.map(({ room }) => room), due.map(({ companyRoom }) => companyRoom)];
    const claim = [...keys, ...rooms, limit, claimId];
    const [claimed, , secrets] = await Promise.all([
      queryCrossing<Omit<ClaimedDelivery, 'claimId' | 'secrets'>>(tx, sql.CLAIM, claim, company),
      queryCrossing(tx, sql.NEXT_DUE, keys, company),
      queryCrossing<{ webhookId: string; secret: Buffer }>(tx, sql.SECRETS, keys, company),
    ]);
    const byWebhook = Map.groupBy(secrets, ({ webhookId }) => webhookId);
    return claimed.map((delivery) => ({
      ...delivery,
      claimId,
      secrets: (byWebhook.get(delivery.webhookId) ?? []).map(({ secret }) => SigningSecret.restore(secret)),
    }));
  }

  async record(results: readonly DeliveryResult[]): Promise<number> {
    try {
      await this.#record(results);
      return 0;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      if (results.length === 1) return 1;
      // One that cannot be recorded must not take the others with it.
      const half = Math.ceil(results.length / 2);
      return (await this.record(results.slice(0, half))) + (await this.record(results.slice(half)));
    }
  }

  #record(results: readonly DeliveryResult[]): Promise<void> {
    const ofCompanies = results.map((result) => ({ companyId: result.delivery.companyId, result }));
    const write = async (tx: Transaction) => {
      await byCompany(tx, ofCompanies, (some, company) =>
        record(
          tx,
          some.map(({ result }) => result),
          company,
        ),
      );
    };
    return this.database.systemAsynchronously(write, { atOnce: true });
  }

  async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await this.database.system(async (tx) => {
      const ids = deliveries.map(({ deliveryId }) => deliveryId);
      const claims = deliveries.map(({ claimId }) => claimId);
      await tx.change(sql.RELEASE, [...keysOf(deliveries), ids, claims]);
      await wake(tx, deliveries);
    });
  }

  sweep(): Promise<number> {
    return this.database.system(async (tx) => {
      const removed = await tx.change(sql.SWEEP_DELIVERIES);
      await tx.change(sql.SWEEP_WEBHOOKS);
      await tx.change(sql.SWEEP_SET_ASIDE);
      return removed;
    });
  }
}

async function record(tx: Transaction, results: readonly DeliveryResult[], company?: string): Promise<void> {
  const healths = healthOf(results);
  const failing = healths.filter(({ failed, counted, gone }) => gone || (failed && !counted));
  const attempts = [
    results.map(({ delivery }) => delivery.companyId),
    results.map(({ delivery }) => delivery.webhookId),
    results.map(({ delivery }) => delivery.deliveryId),
    results.map(({ delivery }) => delivery.claimId),
    results.map(({ attempt }) => JSON.stringify(attempt)),
    results.map(({ consequence }) => consequence.status),
    results.map(({ consequence }) => ('waitMs' in consequence ? consequence.waitMs : null)),
  ];
  const health = [
    ...keysOf(healths),
    ...[healths.map(({ counted }) => counted), healths.map(({ failed }) => failed)],
    healths.map(({ waitMs }) => waitMs),
  ];
  const paused = [...keysOf(failing), failing.map(({ gone }) => gone)];
  await Promise.all([
    queryCrossing(tx, sql.RECORD, attempts, company),
    queryCrossing(tx, sql.RECORD_HEALTH, health, company),
    ...(failing.length > 0 ? [queryCrossing(tx, sql.PAUSE, paused, company)] : []),
  ]);
}

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
