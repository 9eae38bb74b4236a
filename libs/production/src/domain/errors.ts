import { DomainError } from '@furrow/kernel';
import type { HarvestWarning } from './harvest-warning.ts';

export class SessionNotFound extends DomainError {
  override readonly code = 'session_not_found';
  constructor() {
    super('There is no such session in your company.');
  }
}

export class NotSessionOwner extends DomainError {
  override readonly code = 'not_session_owner';
  constructor() {
    super('Only the user who opened the session may read or change it.');
  }
}

export class SessionNotOpen extends DomainError {
  override readonly code = 'session_not_open';
  /** @param closure how the session was closed, if the caller wanted to close it */
  constructor(closure?: { readonly at: Date; readonly by: string; readonly reason: string }) {
    super(
      'The session is closed; it accepts no more changes or records.',
      closure && {
        closedAt: closure.at.toISOString(),
        closedBy: closure.by,
        closedReason: closure.reason,
      },
    );
  }
}

export class SessionStillOpen extends DomainError {
  override readonly code = 'session_open';
  constructor() {
    super(
      'The session is still open: its owner may change it, and the office may correct it once it is closed.',
    );
  }
}

export class SessionAlreadyOpen extends DomainError {
  override readonly code = 'session_already_open';
  /** @param ownSessionId the open session of the same place, if it is the caller's own */
  constructor(ownSessionId: string | undefined) {
    super(
      'A session is already open for this project, sector and day.',
      ownSessionId === undefined ? {} : { sessionId: ownSessionId },
    );
  }
}

export class OpenedInFuture extends DomainError {
  override readonly code = 'opened_in_future';
  constructor(now: Date) {
    super('openedAt lies more than 5 minutes ahead of the server’s clock.', {
      serverTime: now.toISOString(),
    });
  }
}

export class DayNotOver extends DomainError {
  override readonly code = 'day_not_over';
  constructor(day: string) {
    super(`${day} is not over yet; history begins yesterday.`);
  }
}

export class ImportedOtherwise extends DomainError {
  override readonly code = 'imported_otherwise';
  constructor(withQualities: boolean) {
    const [then, now] = withQualities ? ['without', 'with'] : ['with', 'without'];
    super(
      `The day of this line was imported ${then} qualities before; imported ${now} qualities it would count twice.`,
    );
  }
}

export class DurationElapsed extends DomainError {
  override readonly code = 'duration_elapsed';
  constructor(hours: number) {
    super(`The session was opened more than ${hours} hours ago; choose a longer duration.`);
  }
}

export class QualityNotFound extends DomainError {
  override readonly code = 'quality_not_found';
  constructor() {
    super('There is no such quality in your company.');
  }
}

export class RecordIsVoid extends DomainError {
  override readonly code = 'record_is_void';
  constructor() {
    super('The record is itself the counter-movement of a void and cannot be voided.');
  }
}

export class RecordVoidedBefore extends DomainError {
  override readonly code = 'record_is_void';
  constructor() {
    super('The record is void; only the record in its place, if there is one, can be corrected.');
  }
}

export class RecordedAfterEnd extends DomainError {
  override readonly code = 'recorded_after_end';
  constructor(end: Date) {
    super(`The session ended at ${end.toISOString()}; it accepts only records made before then.`, {
      endsAt: end.toISOString(),
    });
  }
}

export class RecordedBeforeOpening extends DomainError {
  override readonly code = 'recorded_before_opening';
  constructor(openedAt: Date) {
    super(`recordedAt lies more than 5 minutes before the session was opened, at ${openedAt.toISOString()}.`);
  }
}

export class HarvestHeldBack extends DomainError {
  /** @param warnings every interval that the session falls into */
  constructor(
    override readonly code: HarvestWarning['code'],
    warnings: readonly HarvestWarning[],
  ) {
    const clearAt = new Date(Math.max(...warnings.map((warning) => warning.clearAt.getTime())));
    super(`The sector was treated and is not clear before ${clearAt.toISOString()}.`, {
      warnings: warnings.map((warning) => ({ ...warning, clearAt: warning.clearAt.toISOString() })),
    });
  }
}

/** Of a record that two shares give to one worker. */
export class ShareRepeated extends DomainError {
  override readonly code = 'share_repeated';
  /** @param index of the second share of the worker */
  constructor(index: number) {
    super(
      'Two shares of the record are of one worker; give that worker one share, with the weight of both.',
      {
        field: `shares[${index}]`,
      },
    );
  }
}

/** Of a record whose container is not in use. */
export class ContainerUnknown extends DomainError {
  override readonly code = 'container_unknown';
  constructor(container: string) {
    super(`Your company uses no container "${container}".`, { field: 'container' });
  }
}

/** Units that contradict the containers they are in. */
export class UnitsMismatch extends DomainError {
  override readonly code = 'units_mismatch';

  static ofUnits(units: string): UnitsMismatch {
    return new UnitsMismatch(`The containers hold ${units} units; leave units out, or send these.`, {
      ...{ field: 'units', expected: Number(units) },
    });
  }

  static ofUnit(ofContainer: string, ofSession: string): UnitsMismatch {
    return new UnitsMismatch(`The container holds ${ofContainer}, and the session counts ${ofSession}.`, {
      ...{ field: 'container', expected: null },
    });
  }
}

/** Units that the containers cannot hold. */
export class UnitsOutOfRange extends DomainError {
  override readonly code = 'units_out_of_range';
  /** @param min of one container; null: any */
  constructor(min: number | null, max: number | null) {
    super(`A container of this kind holds ${min ?? 0} to ${max ?? 'any number of'} units.`, {
      ...{ field: 'units', min, max },
    });
  }
}

/** A weight that the empty containers exceed. */
export class GrossBelowTare extends DomainError {
  override readonly code = 'gross_below_tare';
  /** @param tare of one container */
  constructor(tare: number) {
    super(`The weight is not above that of the empty containers, ${tare} each.`, { field: 'gross', tare });
  }
}
