import type { Webhook } from '../domain/index.ts';

/** The webhooks of one company, within one transaction. */
export abstract class WebhookRepository {
  /** @returns false, with nothing added, where the name is taken */
  abstract add(webhook: Webhook): Promise<boolean>;
  /** All of them, in order of their names. */
  abstract all(): Promise<Webhook[]>;
}

export interface NotificationsRepositories {
  readonly webhooks: WebhookRepository;
}

export abstract class NotificationsTransactions {
  /** One transaction of one company; `work` may run again when it met another one head-on. */
  abstract run<T>(
    companyId: string,
    work: (repositories: NotificationsRepositories) => Promise<T>,
  ): Promise<T>;
}
