import type { Page, PageRequest } from '@furrow/kernel';
import { Transactions } from '@furrow/kernel/transactions';
import type {
  DeliveryItem,
  DeliveryRepository,
  DueReplay,
  EventHistory,
  NotificationsRepositories,
  OutgoingEvent,
  ReplayQueue,
  ReplayRepository,
  WebhookRepository,
} from '../application/ports.ts';
import {
  bodyOf,
  type CommittedAct,
  type DeliveryStatus,
  eventsOf,
  type HistoryPosition,
  MAX_REPLACED,
  type Replay,
  type SigningSecret,
  Webhook,
} from '../domain/index.ts';

interface StoredDelivery extends DeliveryItem {
  readonly webhookId: string;
  readonly body: string;
}

/** The rows of one company. */
interface Tables {
  readonly webhooks: ReadonlyMap<string, Webhook>;
  /** Those in force by webhook, newest first. */
  readonly secrets: ReadonlyMap<string, readonly SigningSecret[]>;
  /** In the order in which they were made. */
  readonly deliveries: readonly StoredDelivery[];
  readonly replays: ReadonlyMap<string, Replay>;
}

const EMPTY: Tables = { webhooks: new Map(), secrets: new Map(), deliveries: [], replays: new Map() };

/** The webhooks, deliveries and history of companies in memory. One transaction runs after another. */
export class InMemoryNotifications extends Transactions<NotificationsRepositories> implements ReplayQueue {
  readonly #companies = new Map<string, Tables>();
  readonly #acts: CommittedAct[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** Adds a committed act to the history. */
  commit(act: CommittedAct): void {
    this.#acts.push(act);
  }

  /** The longest waiting replay of each company. */
  async due(now: Date, limit: number): Promise<DueReplay[]> {
    const waited = ({ state }: Replay) => state.nextAt?.getTime() ?? 0;
    return [...this.#companies]
      .flatMap(([companyId, { replays }]) => {
        const [first] = [...replays.values()]
          .filter((replay) => replay.isDue(now))
          .sort((a, b) => waited(a) - waited(b));
        return first ? [{ companyId, first }] : [];
      })
      .sort((a, b) => waited(a.first) - waited(b.first))
      .slice(0, limit)
      .map(({ companyId, first }) => ({ companyId, webhookId: first.state.webhookId }));
  }

  secretsOf(companyId: string, webhookId: string): readonly SigningSecret[] {
    return this.#companies.get(companyId)?.secrets.get(webhookId) ?? [];
  }

  override run<T>(
    companyId: string,
    work: (repositories: NotificationsRepositories) => Promise<T>,
  ): Promise<T> {
    const turn = this.#last.then(async () => {
      const unit = new UnitOfWork(this.#companies.get(companyId) ?? EMPTY);
      const result = await work({
        webhooks: new InMemoryWebhooks(unit),
        deliveries: new InMemoryDeliveries(unit),
        replays: new InMemoryReplays(unit),
        history: new InMemoryHistory(this.#acts.filter((act) => act.companyId === companyId)),
      });
      this.#companies.set(companyId, unit.tables);
      return result;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** What a transaction sees and has changed; dropped if it fails. */
class UnitOfWork {
  constructor(public tables: Tables) {}

  put(webhook: Webhook): void {
    const { webhookId } = webhook.state;
    this.tables = { ...this.tables, webhooks: new Map([...this.tables.webhooks, [webhookId, webhook]]) };
  }

  putSecrets(webhookId: string, secrets: readonly SigningSecret[]): void {
    this.tables = { ...this.tables, secrets: new Map([...this.tables.secrets, [webhookId, secrets]]) };
  }
}

class InMemoryWebhooks implements WebhookRepository {
  constructor(private readonly unit: UnitOfWork) {}

  async holdCount(): Promise<number> {
    return this.unit.tables.webhooks.size;
  }

  async add(webhook: Webhook, secret: SigningSecret): Promise<void> {
    this.unit.put(webhook);
    this.unit.putSecrets(webhook.state.webhookId, [secret]);
  }

  async find(webhookId: string): Promise<Webhook | undefined> {
    return this.unit.tables.webhooks.get(webhookId);
  }

  read(webhookId: string): Promise<Webhook | undefined> {
    return this.find(webhookId);
  }

  async all(): Promise<Webhook[]> {
    return [...this.unit.tables.webhooks.values()].sort((a, b) =>
      a.state.webhookId < b.state.webhookId ? -1 : 1,
    );
  }

  async update(webhook: Webhook): Promise<void> {
    this.unit.put(webhook);
  }

  async remove({ state: { webhookId } }: Webhook): Promise<void> {
    const { tables } = this.unit;
    this.unit.tables = {
      ...tables,
      webhooks: new Map([...tables.webhooks].filter(([id]) => id !== webhookId)),
      secrets: new Map([...tables.secrets].filter(([id]) => id !== webhookId)),
      deliveries: tables.deliveries.filter((delivery) => delivery.webhookId !== webhookId),
    };
  }

  async rotate(webhook: Webhook, secret: SigningSecret, now: Date): Promise<void> {
    const { webhookId } = webhook.state;
    this.unit.put(Webhook.restore({ ...webhook.state, updatedAt: now }));
    const replaced = this.unit.tables.secrets.get(webhookId) ?? [];
    this.unit.putSecrets(webhookId, [secret, ...replaced.slice(0, MAX_REPLACED)]);
  }
}

class InMemoryDeliveries implements DeliveryRepository {
  constructor(private readonly unit: UnitOfWork) {}

  async page(
    webhookId: string,
    status: DeliveryStatus | undefined,
    { page, pageSize }: PageRequest,
  ): Promise<Page<DeliveryItem>> {
    const found = this.unit.tables.deliveries
      .filter(
        (delivery) => delivery.webhookId === webhookId && (status ?? delivery.status) === delivery.status,
      )
      .toReversed();
    const items = found.slice((page - 1) * pageSize, page * pageSize);
    return { items: items.map(({ webhookId: _, body: __, ...item }) => item), total: found.length };
  }

  async send(webhookId: string, events: readonly OutgoingEvent[]): Promise<void> {
    for (const { eventId: deliveryId, type, body } of events) {
      if (await this.sendAgain(webhookId, deliveryId)) continue;
      const at = new Date();
      const made = { status: 'pending' as const, createdAt: at, nextAttemptAt: at, attempts: [] };
      this.#replace([...this.unit.tables.deliveries, { webhookId, deliveryId, type, body, ...made }]);
    }
  }

  async waiting(webhookId: string, limit: number): Promise<number> {
    const due = this.unit.tables.deliveries.filter(
      (delivery) => delivery.webhookId === webhookId && delivery.status === 'pending',
    );
    return Math.min(due.length, limit);
  }

  async sendAgain(webhookId: string, deliveryId: string): Promise<boolean> {
    const { deliveries } = this.unit.tables;
    const isIt = (one: StoredDelivery) => one.webhookId === webhookId && one.deliveryId === deliveryId;
    const due = { status: 'pending' as const, nextAttemptAt: new Date() };
    this.#replace(deliveries.map((one) => (isIt(one) ? { ...one, ...due } : one)));
    return deliveries.some(isIt);
  }

  #replace(deliveries: readonly StoredDelivery[]): void {
    this.unit.tables = { ...this.unit.tables, deliveries };
  }
}

class InMemoryReplays implements ReplayRepository {
  constructor(private readonly unit: UnitOfWork) {}

  async find(webhookId: string): Promise<Replay | undefined> {
    return this.unit.tables.replays.get(webhookId);
  }

  read(webhookId: string): Promise<Replay | undefined> {
    return this.find(webhookId);
  }

  async start(replay: Replay): Promise<Replay> {
    await this.save(replay);
    return replay;
  }

  async save(replay: Replay): Promise<void> {
    const { tables } = this.unit;
    const replays = new Map([...tables.replays, [replay.state.webhookId, replay]]);
    this.unit.tables = { ...tables, replays };
  }
}

class InMemoryHistory implements EventHistory {
  constructor(private readonly acts: readonly CommittedAct[]) {}

  async since(from: Date | HistoryPosition, until: Date, limit: number) {
    const isLater = ({ micros, entryId }: CommittedAct) =>
      from instanceof Date
        ? micros >= from.getTime() * 1_000
        : micros > from.micros || (micros === from.micros && entryId > from.entryId);
    const acts = this.acts
      .filter((act) => isLater(act) && act.micros <= until.getTime() * 1_000)
      .sort((a, b) => a.micros - b.micros || a.entryId - b.entryId)
      .slice(0, limit);
    const last = acts.length < limit ? undefined : acts.at(-1);
    return {
      events: acts
        .flatMap(eventsOf)
        .map((event) => ({ eventId: event.id, type: event.type, body: JSON.stringify(bodyOf(event)) })),
      next: last && { micros: last.micros, entryId: last.entryId },
    };
  }
}
