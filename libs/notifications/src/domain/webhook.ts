import { type Branded, newId, ValidationFailed } from '@furrow/kernel';
import { EVENT_TYPES, type EventType } from './event.ts';

const MAX_DESCRIPTION = 500;
/** A company with more receivers should use one that forwards events. */
export const MAX_WEBHOOKS = 20;
/** A receiver that has failed for this long is paused, in milliseconds. */
export const FAILING_MS = 5 * 24 * 3_600_000;

export type WebhookId = Branded<string, 'WebhookId'>;

export const WEBHOOK_STATUSES = ['active', 'paused'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];
/** `requested` by an admin; `gone`: the receiver answered 410; `failing`: every delivery failed for five days. */
export const PAUSE_REASONS = ['requested', 'gone', 'failing'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export interface WebhookState {
  readonly webhookId: WebhookId;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description: string | null;
  readonly status: WebhookStatus;
  /** Null while it is active. */
  readonly pausedReason: PauseReason | null;
  readonly pausedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface WebhookChanges {
  /** A validated URL. */
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
  readonly status?: WebhookStatus | undefined;
}

/** A URL to which a company's events are sent, and their types. */
export class Webhook {
  private constructor(readonly state: WebhookState) {}

  /**
   * @param url a validated one
   * @throws ValidationFailed for an empty list of events, or an unknown one
   */
  static make(
    { url, events, description }: { url: string; events: readonly string[]; description?: string | null },
    now: Date,
  ): Webhook {
    return new Webhook({
      webhookId: newId() as WebhookId,
      url,
      events: known(events),
      description: tidy(description ?? null),
      ...ACTIVE,
      createdAt: now,
      updatedAt: now,
    });
  }

  static restore(state: WebhookState): Webhook {
    return new Webhook(state);
  }

  /** @throws ValidationFailed as `make` */
  change({ url, events, description, status }: WebhookChanges, now: Date): Webhook {
    return new Webhook({
      ...this.state,
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: known(events) }),
      ...(description !== undefined && { description: tidy(description) }),
      ...this.#statusAs(status, now),
      updatedAt: now,
    });
  }

  get isActive(): boolean {
    return this.state.status === 'active';
  }

  #statusAs(status: WebhookStatus | undefined, now: Date): Partial<WebhookState> {
    if (status === undefined || status === this.state.status) return {};
    return status === 'active' ? ACTIVE : { status, pausedReason: 'requested', pausedAt: now };
  }
}

const ACTIVE = { status: 'active', pausedReason: null, pausedAt: null } as const;

function known(events: readonly string[]): readonly EventType[] {
  if (events.length === 0) throw ValidationFailed.of('events', `must hold one or more of ${ALL}`);
  const problems = events.flatMap((event, index) =>
    isEventType(event) ? [] : [{ field: `events[${index}]`, message: `must be one of ${ALL}` }],
  );
  if (problems.length > 0) throw new ValidationFailed(problems);
  return [...new Set(events as readonly EventType[])];
}

const ALL = EVENT_TYPES.join(', ');
const isEventType = (text: string): text is EventType => (EVENT_TYPES as readonly string[]).includes(text);

function tidy(description: string | null): string | null {
  const text = description?.replace(/\s+/gu, ' ').trim() ?? '';
  if (text.length > MAX_DESCRIPTION)
    throw ValidationFailed.of('description', `must have at most ${MAX_DESCRIPTION} characters`);
  return text === '' ? null : text;
}
