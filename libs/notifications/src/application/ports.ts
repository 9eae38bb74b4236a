import type { Page, PageRequest } from '@furrow/kernel';
import type { Transactions } from '@furrow/kernel/transactions';
import type {
  Answer,
  Attempt,
  Consequence,
  DeliveryStatus,
  Destination,
  EventKey,
  FarmEvent,
  HistoryPosition,
  Replay,
  SigningSecret,
  Webhook,
} from '../domain/index.ts';

/** An event as it is sent, the same in every attempt. */
export interface OutgoingEvent {
  /** Identifies it for good; receivers deduplicate by it. */
  readonly eventId: string;
  readonly type: string;
  /** JSON, under 20 kB. */
  readonly body: string;
}

/** The webhooks of one company, within one transaction. Malformed ids, and ids of another company, are not found. */
export abstract class WebhookRepository {
  /** No other transaction adds a webhook of the company until this one ends. @returns their number */
  abstract holdCount(): Promise<number>;
  abstract add(webhook: Webhook, secret: SigningSecret): Promise<void>;
  /** No other transaction changes it until this one ends. */
  abstract find(webhookId: string): Promise<Webhook | undefined>;
  /** For those who only read it: it neither waits for others nor makes them wait. */
  abstract read(webhookId: string): Promise<Webhook | undefined>;
  /** Oldest first. */
  abstract all(): Promise<Webhook[]>;
  /** A resumed webhook gets events committed from now on, and those pending when it was paused. */
  abstract update(webhook: Webhook, before: Webhook): Promise<void>;
  abstract remove(webhook: Webhook, now: Date): Promise<void>;
  /** The current secret keeps signing until `overlapsUntil`, those replaced before as they did, at most `MAX_REPLACED`. */
  abstract rotate(webhook: Webhook, secret: SigningSecret, now: Date, overlapsUntil: Date): Promise<void>;
}

export interface DeliveryItem {
  readonly deliveryId: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly createdAt: Date;
  /** When the next attempt is due; null without one. */
  readonly nextAttemptAt: Date | null;
  /** Latest last. */
  readonly attempts: readonly Attempt[];
}

/** The deliveries of one company, within one transaction. */
export abstract class DeliveryRepository {
  /** Latest first. */
  abstract page(
    webhookId: string,
    status: DeliveryStatus | undefined,
    request: PageRequest,
  ): Promise<Page<DeliveryItem>>;
  /** To be sent now; existing ones are sent again, with the same ids. */
  abstract send(webhookId: string, events: readonly OutgoingEvent[]): Promise<void>;
  /** How many are due and not sent yet, counted up to `limit`. */
  abstract waiting(webhookId: string, limit: number): Promise<number>;
  /** @returns false if there is no such delivery */
  abstract sendAgain(webhookId: string, deliveryId: string): Promise<boolean>;
}

/** A company's past events, within one transaction. */
export abstract class EventHistory {
  /**
   * The events of up to `limit` acts that were committed from then until an instant, in order of time, and where to
   * continue if there may be more.
   */
  abstract since(
    from: Date | HistoryPosition,
    until: Date,
    limit: number,
  ): Promise<{ readonly events: readonly OutgoingEvent[]; readonly next: HistoryPosition | undefined }>;
}

/** The replays of one company, the last one of each webhook, within one transaction. */
export abstract class ReplayRepository {
  abstract read(webhookId: string): Promise<Replay | undefined>;
  /** No other transaction changes it until this one ends. */
  abstract find(webhookId: string): Promise<Replay | undefined>;
  /** Replaces one that has ended. It ends with what is committed now, by the clock that events are timed with. */
  abstract start(replay: Replay): Promise<Replay>;
  abstract save(replay: Replay): Promise<void>;
}

/** The replays of all companies, shared by all processes. */
export abstract class ReplayQueue {
  /** The longest waiting one of each company, so that companies take turns, and theirs do. */
  abstract due(now: Date, limit: number): Promise<readonly DueReplay[]>;
}

export interface DueReplay {
  readonly companyId: string;
  readonly webhookId: string;
}

export interface NotificationsRepositories {
  readonly webhooks: WebhookRepository;
  readonly deliveries: DeliveryRepository;
  readonly history: EventHistory;
  readonly replays: ReplayRepository;
}

/** Of one company. */
export type NotificationsTransactions = Transactions<NotificationsRepositories>;

/** A position in the log of a node, in the order in which acts are sent. */
export interface LogPosition {
  readonly xid: string;
  readonly entryId: number;
}

/** The events of one committed act. */
export interface LoggedEvents extends LogPosition {
  readonly events: readonly FarmEvent[];
}

export interface LoggedEventsPage<Position = LogPosition> {
  readonly acts: readonly LoggedEvents[];
  readonly next: Position;
}

/** Committed acts as events, in an order that never skips a transaction that commits late. */
export abstract class EventStream {
  /**
   * The position after everything committed. @returns also the epoch of the database in which positions are comparable
   */
  abstract end(): Promise<{ readonly next: readonly LogPosition[]; readonly epoch: string }>;
  /** The acts of all companies, and the users whose rights changed meanwhile. */
  abstract read(
    after: readonly LogPosition[],
    limit: number,
  ): Promise<
    LoggedEventsPage<readonly LogPosition[]> & {
      readonly epoch: string;
      readonly changedUsers: readonly string[];
    }
  >;
  /** @returns undefined if the company has no such act since `oldest` */
  abstract find(companyId: string, key: EventKey, oldest: Date): Promise<LogPosition | undefined>;
  abstract readOf(
    companyId: string,
    after: LogPosition,
    oldest: Date,
    limit: number,
  ): Promise<LoggedEventsPage>;
}

export abstract class SessionOwners {
  /** @returns ids of users by session; unknown sessions are left out */
  abstract of(companyId: string, sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Validates where a host name leads. */
export abstract class DestinationCheck {
  /**
   * A name that does not resolve right now is accepted: it is validated again at every attempt.
   * @throws UrlNotAllowed
   */
  abstract check(destination: Destination): Promise<void>;
}

/** A delivery that only this process sends during its lease. */
export interface ClaimedDelivery {
  readonly companyId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  /** A process with another claim id has lost the delivery to that claim. */
  readonly claimId: string;
  readonly url: string;
  readonly body: string;
  /** Those in force, newest first. */
  readonly secrets: readonly SigningSecret[];
  readonly failures: number;
}

export interface DeliveryResult {
  readonly delivery: ClaimedDelivery;
  readonly attempt: Attempt;
  readonly consequence: Consequence;
  readonly isGone: boolean;
}

/** How much may be claimed, and what this process has in flight. */
export interface ClaimRequest {
  readonly limit: number;
  readonly perWebhook: number;
  readonly perCompany: number;
  readonly webhooks: ReadonlyMap<string, number>;
  readonly companies: ReadonlyMap<string, number>;
}

export interface FanOut {
  /** The number of acts taken. */
  readonly acts: number;
  /** The number of deliveries made. */
  readonly deliveries: number;
  /** Whether there are more acts. */
  readonly isMore: boolean;
}

/** The deliveries of all companies, shared by all processes. */
export abstract class DeliveryQueue {
  /**
   * Makes deliveries of the next committed events, exactly once among all processes. Events whose deliveries cannot be
   * made are set aside, so that they delay no others.
   */
  abstract fanOut(limit: number): Promise<FanOut>;
  /** Makes deliveries of events that were set aside and are due again. @returns how many events were due */
  abstract takeUp(): Promise<number>;
  /** Companies with fewer deliveries in flight come first. */
  abstract claim(request: ClaimRequest): Promise<ClaimedDelivery[]>;
  /**
   * Records the outcomes of attempts; pauses webhooks whose receivers are gone or have failed for long.
   * @returns how many could not be recorded, whose deliveries are sent again
   */
  abstract record(results: readonly DeliveryResult[]): Promise<number>;
  /** Other processes may claim them at once. */
  abstract release(deliveries: readonly ClaimedDelivery[]): Promise<void>;
  /** Deletes expired deliveries. @returns how many, bounded per call */
  abstract sweep(): Promise<number>;
}

export interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends over HTTP to the current address of the URL. */
export abstract class WebhookSender {
  /** Ends within 15 seconds, and never rejects. */
  abstract send(request: SentRequest, signal: AbortSignal): Promise<Answer>;
}
