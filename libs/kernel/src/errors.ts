// Refusals that several contexts share, so that each has the same words everywhere.
import { DomainError } from './domain-error.ts';

/** A known caller who may not do this. */
export class Forbidden extends DomainError {
  override readonly code = 'forbidden';
  constructor(message = 'Your role does not allow this.') {
    super(message);
  }
}

/** Only admins void what a frozen pay run has paid. */
export class PaidByFrozenRun extends DomainError {
  override readonly code = 'paid_by_frozen_run';
  constructor(payRunId: string) {
    super('A frozen pay run covers this day and project; only an admin may void its work.', { payRunId });
  }
}

export class ProjectNotFound extends DomainError {
  override readonly code = 'project_not_found';
  constructor() {
    super('There is no such project in your company.');
  }
}

/** As `ProjectNotFound`, for requests with an API token, which must not reveal what the token may not see. */
export class ProjectForbidden extends DomainError {
  override readonly code = 'project_forbidden';
  constructor() {
    super('The token has no access to this project.');
  }
}

export class SectorNotFound extends DomainError {
  override readonly code = 'sector_not_found';
  constructor() {
    super('There is no such sector in your company.');
  }
}

export class SectorForbidden extends DomainError {
  override readonly code = 'sector_forbidden';
  constructor() {
    super('The token has no access to this sector.');
  }
}

export class SectorNotInProject extends DomainError {
  override readonly code = 'sector_not_in_project';
  constructor() {
    super('The sector belongs to another project of your company.');
  }
}

export class WorkerNotFound extends DomainError {
  override readonly code = 'worker_not_found';
  constructor() {
    super('There is no such worker in your company.');
  }
}

export class BadgeUnknown extends DomainError {
  override readonly code = 'badge_unknown';
  constructor(field = 'badge') {
    super('No worker of your company had this badge at that instant.', { field });
  }
}

export class DeviceNotFound extends DomainError {
  override readonly code = 'device_not_found';
  constructor(message = 'There is no such device in your company.') {
    super(message);
  }
}

export class RecordNotFound extends DomainError {
  override readonly code = 'record_not_found';
  constructor() {
    super('There is no such record in your company.');
  }
}

export class RecordedInFuture extends DomainError {
  override readonly code = 'recorded_in_future';
  constructor(now: Date) {
    super('recordedAt lies more than 5 minutes ahead of the server’s clock.', {
      serverTime: now.toISOString(),
    });
  }
}

export class StartedInFuture extends DomainError {
  override readonly code = 'started_in_future';
  constructor(now: Date) {
    super('startedAt lies more than 5 minutes ahead of the server’s clock.', {
      serverTime: now.toISOString(),
    });
  }
}

export class IdempotencyKeyReused extends DomainError {
  override readonly code = 'idempotency_key_reused';
  /** @param key the member that held the key */
  constructor(key: string) {
    super(`${key} was used before with other content; nothing was written.`);
  }
}
