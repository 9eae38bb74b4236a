import type { EventKey, FarmEvent, Webhook } from '../domain/index.ts';

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

/** Behind which act of the log somebody is, in the order in which acts are told. */
export interface LogPlace {
  readonly xid: string;
  readonly entryId: number;
}

/** What one committed act is told as. */
export interface ToldAct extends LogPlace {
  readonly events: readonly FarmEvent[];
}

export interface ToldPage {
  readonly acts: readonly ToldAct[];
  readonly next: LogPlace;
}

/** What was committed, told as events, in an order in which nobody who commits late is passed over. */
export abstract class EventStream {
  /** Behind all that is committed by now. @returns as well in which life of the database places are comparable */
  abstract end(): Promise<{ readonly next: LogPlace; readonly life: string }>;
  /** Of all companies, and who had rights changed meanwhile. */
  abstract read(
    after: LogPlace,
    limit: number,
  ): Promise<ToldPage & { readonly life: string; readonly changedUsers: readonly string[] }>;
  /** @returns undefined where the company has no such act since `oldest` */
  abstract find(companyId: string, key: EventKey, oldest: Date): Promise<LogPlace | undefined>;
  abstract readOf(companyId: string, after: LogPlace, oldest: Date, limit: number): Promise<ToldPage>;
}

export abstract class SessionOwners {
  /** @returns ids of users by session; unknown sessions are left out */
  abstract of(companyId: string, sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
