import { DomainError } from '@furrow/kernel';

export class WebhookNotFound extends DomainError {
  override readonly code = 'webhook_not_found';
  constructor() {
    super('There is no such webhook in your company.');
  }
}

export class DeliveryNotFound extends DomainError {
  override readonly code = 'delivery_not_found';
  constructor() {
    super('There is no such delivery of this webhook, or it is no longer kept.');
  }
}

export class ReplayRunning extends DomainError {
  override readonly code = 'replay_running';
  constructor(since: Date) {
    super(
      `A replay of this webhook since ${since.toISOString()} is under way: wait until it has ended, or pause the webhook to cancel it.`,
    );
  }
}

export class UrlNotAllowed extends DomainError {
  override readonly code = 'url_not_allowed';
}

export class TooManyWebhooks extends DomainError {
  override readonly code = 'too_many_webhooks';
  constructor(most: number) {
    super(`A company has at most ${most} webhooks.`);
  }
}

export class WebhookPaused extends DomainError {
  override readonly code = 'webhook_paused';
  constructor() {
    super('The webhook is paused: make it active first.');
  }
}

export class AlertNotFound extends DomainError {
  override readonly code = 'alert_not_found';
  constructor(key: string) {
    super(`There is no alert "${key}".`);
  }
}

export class TooManyAlerts extends DomainError {
  override readonly code = 'too_many_alerts';
  constructor(of: 'company' | 'device', limit: number) {
    super(
      of === 'company'
        ? `A company has at most ${limit} alert rules.`
        : `A device is watched by at most ${limit} alert rules, including those for all devices of its project.`,
      { limit },
    );
  }
}
