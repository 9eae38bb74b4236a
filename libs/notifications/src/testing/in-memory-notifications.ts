import { WebhookRepository, NotificationsTransactions } from '../application/ports.ts';
import { Webhook, type WebhookState } from '../domain/index.ts';

type Repositories = { webhooks: InMemoryWebhookRepository };

/** Any number of companies in memory. */
export class InMemoryNotifications extends NotificationsTransactions {
  readonly #companies = new Map<string, Repositories>();

  override run<T>(companyId: string, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    const company = this.#companies.get(companyId) ?? { webhooks: new InMemoryWebhookRepository() };
    this.#companies.set(companyId, company);
    return work(company);
  }
}

class InMemoryWebhookRepository extends WebhookRepository {
  readonly #states = new Map<string, WebhookState>();

  override async add(webhook: Webhook): Promise<boolean> {
    if (this.#states.has(webhook.nameKey)) return false;
    this.#states.set(webhook.nameKey, structuredClone(webhook.state));
    return true;
  }

  override async all(): Promise<Webhook[]> {
    return [...this.#states]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, state]) => Webhook.restore(structuredClone(state)));
  }
}
