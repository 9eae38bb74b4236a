import type { Page, PageRequest } from '@furrow/kernel';
import type {
  Alert,
  AlertChange,
  AlertProgress,
  AlertStateName,
  Answer,
  Attempt,
  Consequence,
  DeliveryStatus,
  Destination,
  DeviceReading,
  EventKey,
  FarmEvent,
  SigningSecret,
  Webhook,
} from '../domain/index.ts';

/** An event as it is sent, in every attempt alike. */
export interface OutgoingEvent {
  /** Names it for ever, and is what receivers deduplicate by. */
  readonly eventId: string;
  readonly type: string;
  /** JSON, under 20 kB. */
  readonly body: string;
}

/** The webhooks of one company, within one transaction. Ids that are no ids, or another company's, are not found. */
export abstract class WebhookRepository {
  /** Nobody else adds a webhook of the company until the transaction ends. @returns how many there are */
  abstract holdCount(): Promise<number>;
  abstract add(webhook: Webhook, secret: SigningSecret): Promise<void>;
  /** Nobody else changes it until the transaction ends. */
  abstract find(webhookId: string): Promise<Webhook | undefined>;
  /** The oldest first. */
  abstract all(): Promise<Webhook[]>;
  /** One that becomes active gets what is committed from now on, and what was pending when it was paused. */
  abstract update(webhook: Webhook, before: Webhook): Promise<void>;
  abstract remove(webhook: Webhook, now: Date): Promise<void>;
  /** The secrets before sign on until `overlapsUntil`, at most one of them. */
  abstract rotate(webhook: Webhook, secret: SigningSecret, now: Date, overlapsUntil: Date): Promise<void>;
}

export interface DeliveryItem {
  readonly deliveryId: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly createdAt: Date;
  /** When it is tried next; null where it is no longer. */
  readonly nextAttemptAt: Date | null;
  /** The latest last. */
  readonly attempts: readonly Attempt[];
}

/** What is sent, was sent and failed, of one company, within one transaction. */
export abstract class DeliveryRepository {
  /** The latest first. */
  abstract page(
    webhookId: string,
    status: DeliveryStatus | undefined,
    request: PageRequest,
  ): Promise<Page<DeliveryItem>>;
  /** To be sent now; those that are there already are sent again, under the same ids. */
  abstract send(webhookId: string, events: readonly OutgoingEvent[]): Promise<void>;
  /** @returns false where there is no such delivery */
  abstract sendAgain(webhookId: string, deliveryId: string): Promise<boolean>;
}

/** What a company's events were, within one transaction. */
export abstract class EventHistory {
  /** Up to `limit` committed since then, in the order of time, and where to go on if there may be more. */
  abstract since(
    from: Date | HistoryPlace,
    limit: number,
  ): Promise<{ readonly events: readonly OutgoingEvent[]; readonly next: HistoryPlace | undefined }>;
}

declare const historyPlaceBrand: unique symbol;
export type HistoryPlace = { readonly [historyPlaceBrand]: true };

export interface NotificationsRepositories {
  readonly webhooks: WebhookRepository;
  readonly deliveries: DeliveryRepository;
  readonly history: EventHistory;
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

/** Finds out where a name leads. */
export abstract class DestinationCheck {
  /**
   * A name that does not resolve right now is let pass: it is judged again whenever it is sent to.
   * @throws UrlNotAllowed
   */
  abstract check(destination: Destination): Promise<void>;
}

/** A delivery that this process alone sends, for as long as its lease. */
export interface ClaimedDelivery {
  readonly companyId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  /** Whoever has another one has lost the delivery to that claim. */
  readonly claimId: string;
  readonly url: string;
  readonly body: string;
  /** Those in force, the newest first. */
  readonly secrets: readonly SigningSecret[];
  readonly failures: number;
}

export interface DeliveryResult {
  readonly delivery: ClaimedDelivery;
  readonly attempt: Attempt;
  readonly consequence: Consequence;
  readonly isGone: boolean;
}

/** How much may be claimed, and what this process already sends. */
export interface ClaimRequest {
  readonly limit: number;
  readonly perWebhook: number;
  readonly perCompany: number;
  readonly webhooks: ReadonlyMap<string, number>;
  readonly companies: ReadonlyMap<string, number>;
}

/** The deliveries of all companies, which every process works on. */
export abstract class DeliveryQueue {
  /**
   * Makes deliveries of the next committed events, exactly once among all processes.
   * @returns how many events it took, and deliveries it made
   */
  abstract fanOut(limit: number): Promise<{ readonly events: number; readonly deliveries: number }>;
  /** Companies of whom less is in flight come first. */
  abstract claim(request: ClaimRequest): Promise<ClaimedDelivery[]>;
  /** Writes down what came of attempts; pauses webhooks whose receivers are gone or failed for long. */
  abstract record(results: readonly DeliveryResult[]): Promise<void>;
  /** Others may have them at once. */
  abstract release(deliveries: readonly ClaimedDelivery[]): Promise<void>;
  /** Removes what is kept no longer. @returns how many deliveries, at most a bounded number a call */
  abstract sweep(): Promise<number>;
}

export interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends over HTTP, to where the URL leads right now. */
export abstract class WebhookSender {
  /** Ends within 15 seconds, and never rejects. */
  abstract send(request: SentRequest, signal: AbortSignal): Promise<Answer>;
}

/** How a rule stands with one device. */
export interface AlertStanding {
  readonly deviceId: string;
  readonly state: AlertStateName;
  readonly since: Date;
}

export interface AlertView {
  readonly alert: Alert;
  /** By deviceId. */
  readonly devices: readonly AlertStanding[];
}

/** The alert rules of one company, within one transaction. */
export abstract class AlertRepository {
  /** Active ones, by key. */
  abstract views(key?: string): Promise<AlertView[]>;
  /** Locked until the transaction ends, inactive ones included. */
  abstract find(key: string): Promise<{ readonly alert: Alert; readonly active: boolean } | undefined>;
  abstract save(alert: Alert): Promise<void>;
  /** It begins to judge the readings of these devices. */
  abstract watch(alert: Alert, deviceIds: readonly string[]): Promise<void>;
  /** What it has raised is cleared, and it watches nothing any more. */
  abstract reset(key: string, now: Date): Promise<void>;
  abstract remove(key: string): Promise<void>;
  /** Left out of a farm file that tells everything there is: it watches nothing until it is stated again. */
  abstract deactivateAllBut(keys: readonly string[], now: Date): Promise<void>;
}

/** What rules name of the farm, in the same transaction. */
export abstract class WatchedFarm {
  /** By key or id. */
  abstract projectId(project: string): Promise<string | undefined>;
  /** Names of projects as the farm file has them, by id. */
  abstract projectKeys(): Promise<ReadonlyMap<string, string>>;
  /** Ids of the active devices that stand there. */
  abstract devices(projectId: string): Promise<readonly string[]>;
}

export interface AlertRepositories {
  readonly alerts: AlertRepository;
  readonly farm: WatchedFarm;
}

export abstract class AlertTransactions {
  abstract run<T>(companyId: string, work: (repositories: AlertRepositories) => Promise<T>): Promise<T>;
}

/** A rule and a device, with what is new of it. */
export interface DueAlert {
  readonly companyId: string;
  readonly deviceId: string;
  readonly alert: Alert;
  readonly progress: AlertProgress;
  /** In order of their instants, behind what was judged. */
  readonly readings: readonly DeviceReading[];
  /** Whether these are all that are stored by now. */
  readonly isAll: boolean;
}

export interface JudgedAlert {
  readonly due: DueAlert;
  readonly progress: AlertProgress;
  readonly changes: readonly (AlertChange & { readonly clears: boolean })[];
  readonly dueAt: number | null;
}

/** All companies' rules, which one process at a time works on. */
export abstract class AlertQueue {
  /**
   * Judges what is due: rules whose devices have new readings, and those that silence changes by now.
   *
   * @param judgeAll pure; what it returns is kept in the same transaction
   * @returns how many there were; undefined where another process is at it
   */
  abstract work(
    now: Date,
    judgeAll: (due: readonly DueAlert[]) => readonly JudgedAlert[],
  ): Promise<number | undefined>;
  /** Rules get to know the devices that they watch by now. */
  abstract enrol(now: Date): Promise<void>;
}
