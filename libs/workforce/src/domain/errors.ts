import { DomainError } from '@furrow/kernel';
import { MAX_SHIFT_HOURS } from './shift-span.ts';

export class ShiftNotFound extends DomainError {
  override readonly code = 'shift_not_found';
  constructor() {
    super('There is no such shift in your company.');
  }
}

export class ShiftTooLong extends DomainError {
  override readonly code = 'shift_too_long';
  constructor() {
    super(`A shift lasts at most ${MAX_SHIFT_HOURS} hours.`);
  }
}

export class EndsInFuture extends DomainError {
  override readonly code = 'ends_in_future';
  constructor(now: Date) {
    super('endedAt lies more than 5 minutes ahead of the server’s clock.', { serverTime: now.toISOString() });
  }
}

export class ShiftEnded extends DomainError {
  override readonly code = 'shift_ended';
  constructor(endedAt: Date) {
    super('The shift has ended already, at another instant or with other breaks.', {
      endedAt: endedAt.toISOString(),
    });
  }
}

export class ShiftIsVoid extends DomainError {
  override readonly code = 'shift_is_void';
  constructor() {
    super('The shift was voided and can no longer be ended.');
  }
}

export class WorkerExists extends DomainError {
  override readonly code = 'worker_exists';
  constructor(workerId: string) {
    super('Another active worker of your company has this name, hire date and document.', { workerId });
  }
}

export class BadgeNotFound extends DomainError {
  override readonly code = 'badge_not_found';
  constructor() {
    super('No worker of your company ever had a badge with this code.');
  }
}
