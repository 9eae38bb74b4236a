import { setTimeout as delay } from 'node:timers/promises';
import { SystemClock } from '@furrow/kernel';
import type pg from 'pg';
import { AddressLookup } from '../adapters/http/address-lookup.ts';
import { HttpWebhookSender } from '../adapters/http/http-webhook-sender.ts';
import { TypeormDeliveryQueue } from '../adapters/typeorm/typeorm-delivery-queue.ts';
import { TypeormReplayQueue } from '../adapters/typeorm/replays/typeorm-replay-repository.ts';
import { TypeormNotificationsTransactions } from '../adapters/typeorm/typeorm-notifications-transactions.ts';
import { DeliveryDispatcher } from '../application/deliveries/delivery-dispatcher.ts';
import { ListDeliveries } from '../application/deliveries/list-deliveries.ts';
import { ContinueReplays } from '../application/replays/continue-replays.ts';
import { GetReplay } from '../application/replays/get-replay.ts';
import { StartReplay } from '../application/replays/start-replay.ts';
import { CreateWebhook } from '../application/webhooks/create-webhook.ts';
import { GetWebhook } from '../application/webhooks/get-webhook.ts';
import { UpdateWebhook } from '../application/webhooks/update-webhook.ts';
import { AllowedHosts, type EventType, type Replay, RetrySchedule } from '../domain/index.ts';
import { NotificationsOnPostgres } from './notifications-on-postgres.ts';
import { Receiver } from './receiver.ts';

/** A webhook of a company, and the secret that its receiver verifies with. */
export interface Hook {
  readonly companyId: string;
  readonly webhookId: string;
  readonly secret: string;
}

const anywhere = { check: async () => undefined };
const allowed = (hosts: readonly Receiver[]) => new AllowedHosts(hosts.map(({ host }) => host));

/** Webhooks with receivers, and the processes that deliver to them. */
export class WorkingWebhooks {
  readonly clock = new SystemClock();
  readonly transactions: TypeormNotificationsTransactions;
  readonly queue: TypeormDeliveryQueue;
  readonly #receivers: Receiver[] = [];
  readonly #senders: HttpWebhookSender[] = [];

  private constructor(readonly postgres: NotificationsOnPostgres) {
    this.transactions = new TypeormNotificationsTransactions(postgres.database);
    this.queue = new TypeormDeliveryQueue(postgres.database);
  }

  static async start(): Promise<WorkingWebhooks> {
    const work = new WorkingWebhooks(await NotificationsOnPostgres.start({ poolSize: 10 }));
    await work.queue.fanOut(1); // from now on
    return work;
  }

  async receiver(answer?: Receiver['answer']): Promise<Receiver> {
    const receiver = await Receiver.start(answer);
    this.#receivers.push(receiver);
    return receiver;
  }

  async hook(
    receiver: Receiver,
    { companyId, events = ['worker.created'] }: { companyId?: string; events?: EventType[] } = {},
  ): Promise<Hook> {
    companyId ??= await this.postgres.newCompany();
    const create = new CreateWebhook(this.transactions, this.clock, anywhere, allowed([receiver]));
    const { webhook, secret } = await create.execute(companyId, { url: receiver.url, events });
    return { companyId, webhookId: webhook.state.webhookId, secret: secret.text };
  }

  async update({ companyId, webhookId }: Hook, status: 'active' | 'paused'): Promise<void> {
    const update = new UpdateWebhook(this.transactions, this.clock, anywhere, allowed(this.#receivers));
    await update.execute(companyId, webhookId, { status });
  }

  /** Another sending process, with retries after 20 ms by default. */
  process({ retries = [20, 20, 20], timeoutMs = 5_000 } = {}): DeliveryDispatcher {
    const sender = new HttpWebhookSender(allowed(this.#receivers), new AddressLookup(), { timeoutMs });
    this.#senders.push(sender);
    const observer = {
      attempted: () => undefined,
      unrecorded: (count: number) => {
        throw new Error(`${count} attempts were not stored`);
      },
    };
    return new DeliveryDispatcher(this.queue, sender, this.clock, new RetrySchedule(retries), observer);
  }

  /** Replays the last minute, as the background job does. */
  async replay({ companyId, webhookId }: Hook): Promise<Replay> {
    const since = new Date(Date.now() - 60_000);
    await new StartReplay(this.transactions, this.clock).execute(companyId, { webhookId, since });
    for (;;) {
      const replay = await new GetReplay(this.transactions).execute(companyId, webhookId);
      if (replay?.hasEnded) return replay;
      await this.replays().execute();
    }
  }

  /** The background job of a process. */
  replays(
    failed: (error: unknown) => void = (error) => {
      throw error;
    },
  ): ContinueReplays {
    const queue = new TypeormReplayQueue(this.postgres.database);
    return new ContinueReplays(queue, this.transactions, this.clock, { failed: (_, error) => failed(error) });
  }

  /** Registers workers as far as the audit trail knows. */
  async register(
    companyId: string,
    workerIds: readonly string[],
    through: pg.Pool | pg.PoolClient = this.postgres.owner,
  ): Promise<void> {
    await through.query(
      `INSERT INTO audit.entries (company_id, act, subjects) VALUES ($1, 'worker.registered', $2)`,
      [companyId, workerIds],
    );
  }

  /** Fans out everything committed. @returns the number of deliveries */
  async fanOut(): Promise<number> {
    for (let made = 0, empty = 0; ;) {
      const { acts, deliveries } = await this.queue.fanOut(500);
      made += deliveries;
      empty = acts === 0 ? empty + 1 : 0;
      const [open] = (
        await this.postgres.owner.query<{ behind: boolean }>(
          `SELECT EXISTS (SELECT FROM audit.entries e, audit.readers r WHERE reader = 'webhooks'
             AND (e.xid, e.entry_id) > (r.xid, r.entry_id) AND e.act = 'worker.registered') AS behind`,
        )
      ).rows;
      if (empty > 0 && open?.behind !== true) return made;
    }
  }

  async deliver(process = this.process()): Promise<void> {
    await this.fanOut();
    await process.fill();
    await process.settled();
  }

  /** Runs until every delivery has this status. */
  async until(status: string, hook: Hook, process = this.process()) {
    for (;;) {
      await process.fill();
      await process.settled();
      const { items } = await this.log(hook);
      if (items.length > 0 && items.every((item) => item.status === status)) return items;
      await delay(5);
    }
  }

  log({ companyId, webhookId }: Hook) {
    return new ListDeliveries(this.transactions).execute(companyId, webhookId, { page: 1, pageSize: 100 });
  }

  async stateOf({ companyId, webhookId }: Hook) {
    return (await new GetWebhook(this.transactions).execute(companyId, webhookId)).state;
  }

  /** Ends a test, so that the retries that it leaves behind do not affect the next one. */
  async reset(): Promise<void> {
    for (const sender of this.#senders.splice(0)) sender.close();
    await Promise.all(this.#receivers.splice(0).map((receiver) => receiver.stop()));
    await this.postgres.owner.query(`UPDATE notifications.webhooks SET status = 'deleted'`);
  }

  close(): Promise<void> {
    return this.postgres.close();
  }
}
